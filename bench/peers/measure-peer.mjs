import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuSeconds } from '../cpu-seconds.mjs';
import { timeReads, traceByIdMs, untilVisible } from '../read-traces.mjs';
import { runGenerator } from '../run-generator.mjs';
import { usersOfLoad } from './users-of-load.mjs';

const AFTER_LOAD_MS = 5000;
const TRACES = 20;
const CALLS = 50;
const WARM_UP_CALLS = 5;
const service = 'svc-a';

/** Sends the load to a fresh store and reads from it. Rejects if a read returns fewer traces than expected. */
export async function measurePeer({ ingestUrl, readUrl, pids, api }, spans) {
  const used = () => Object.values(pids).reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const before = used();
  const startedAt = performance.now();
  const sent = await runGenerator(ingestUrl, spans);
  await untilVisible(readUrl, sent.last_trace_ids, api);
  const seconds = (performance.now() - startedAt) / 1000;
  await delay(AFTER_LOAD_MS);
  const cpu = used() - before;
  const users = usersOfLoad({ spans, traces: TRACES, most: CALLS });
  const readMs = async (request) => {
    const requests = Array.from({ length: WARM_UP_CALLS + CALLS }, (_, call) =>
      request(users[call % users.length]),
    );
    const expected = { api, traces: TRACES };
    await timeReads(readUrl, requests.slice(CALLS), expected);
    return timeReads(readUrl, requests.slice(0, CALLS), expected);
  };
  return {
    accepted: sent.accepted_spans_per_second,
    visible: Math.round(spans / seconds),
    cpu: (cpu * 1e5) / spans,
    traceById: await traceByIdMs(readUrl, sent.sampled_trace_ids, api),
    newestOfUser: await readMs((user) => api.newestOfUser(user, { service, limit: TRACES })),
    newestOfService: await readMs(() => api.newestOfService({ service, limit: TRACES })),
  };
}
