import { waitUntil } from '@spanhouse/service-runtime/testing';
import { type Account, Administrator } from '../accounts.js';
import { consistentWith, type Json, postJson, send } from '../http-client.js';
import { type RunningPrometheus, startPrometheus } from '../processes/running-prometheus.js';
import {
  newDataDir,
  type RunningSpanhouse,
  startSpanhouse,
} from '../processes/running-spanhouse.js';
import { callsAsOtlp, type SentCall } from '../sent-calls.js';

/** Number of times that the calls are sent before the queried range, and within the range. */
const BEFORE = 1;
export const WITHIN = 3;
const NS_PER_MS = 1_000_000n;
const adminKey = 'the-admin-key-of-this-test';

export const graph = 'traces_service_graph_request';
export const red = 'traces_spanmetrics';

/** A Prometheus that has scraped the call counts. */
export interface ScrapedCalls {
  readonly spanhouse: RunningSpanhouse;
  readonly prometheus: RunningPrometheus;
  readonly headers: Account['headers'];
  /**
   * The value of Grafana's `$__range`. The range begins with a scrape before the calls are sent again, and ends with
   * the scrape that has counted them.
   */
  readonly range: string;
  readonly endSeconds: string;
  /** Resolves with the result of a query at the given time; by default, the current time. */
  ask(query: string, time?: string): Promise<Json>;
  stop(): Promise<void>;
}

/**
 * Sends the calls several times to an installation that a Prometheus scrapes. Waits until Prometheus has scraped all
 * counts.
 */
export async function scrapeCalls(
  program: string,
  calls: readonly SentCall[],
): Promise<ScrapedCalls> {
  const spanhouse = await startSpanhouse(newDataDir(), {
    AUTH_MODE: 'keys',
    ADMIN_KEY: adminKey,
    SERVICE_GRAPH_WAIT_MS: '1000',
  });
  const { headers } = await new Administrator(spanhouse, adminKey).newAccount('a@example.com');
  const [type, credentials] = headers.authorization.split(' ');
  const job = {
    job_name: 'spanhouse-spans',
    metrics_path: '/span-metrics',
    authorization: { type, credentials },
    static_configs: [{ targets: [new URL(spanhouse.url).host] }],
  };
  const prometheus = await startPrometheus(program, { targets: {}, jobs: [job] });
  const ask = async (query: string, time?: string): Promise<Json> => {
    const { result } = await prometheus.get('query', { query, ...(time && { time }) });
    return result;
  };
  const stop = async () => {
    await prometheus.stop();
    await spanhouse.stop();
  };
  const opened = { spanhouse, prometheus, headers, ask, stop };
  try {
    return { ...opened, ...(await sendTwice(calls, opened)) };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function sendTwice(
  calls: readonly SentCall[],
  opened: Pick<ScrapedCalls, 'spanhouse' | 'headers' | 'ask'>,
): Promise<Pick<ScrapedCalls, 'range' | 'endSeconds'>> {
  await sendCalls(BEFORE, calls, opened);
  const from = await untilScraped(BEFORE, calls, opened.ask);
  await sendCalls(WITHIN, calls, opened);
  const to = await untilScraped(BEFORE + WITHIN, calls, opened.ask);
  return { range: `${Math.ceil((to - from) * 1000) + 100}ms`, endSeconds: String(to) };
}

async function sendCalls(
  times: number,
  calls: readonly SentCall[],
  { spanhouse, headers }: Pick<ScrapedCalls, 'spanhouse' | 'headers'>,
): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const body = callsAsOtlp(calls, BigInt(Date.now()) * NS_PER_MS);
    const { receipt } = await postJson(`${spanhouse.url}/v1/traces`, body, headers);
    await send(`${spanhouse.url}/span-metrics`, {
      headers: { ...headers, ...consistentWith(receipt) },
    });
  }
}

/** Resolves with the time, in seconds, of the first scrape in which every call is counted `times` times. */
async function untilScraped(
  times: number,
  calls: readonly SentCall[],
  ask: ScrapedCalls['ask'],
): Promise<number> {
  const wanted = [
    [`sum(${graph}_total)`, calls.length * times],
    [`sum(${red}_calls_total)`, (calls.length + pairsOf(calls).length) * times],
  ] as const;
  await waitUntil(`${times} times the calls are scraped`, async () => {
    const counts = await Promise.all(wanted.map(([query]) => ask(query)));
    return counts.every(([sum], index) => Number(sum?.value[1]) === wanted[index]?.[1]);
  });
  const [newest] = await ask(`max(timestamp(${graph}_total))`);
  return Number(newest.value[1]);
}

/** Returns the calls for which both sides have sent spans. */
export function pairsOf(calls: readonly SentCall[]): readonly SentCall[] {
  return calls.filter(({ type }) => type === 'call' || type === 'messaging');
}

export function edgeOf({ client, server }: Pick<SentCall, 'client' | 'server'>): string {
  return `${client} -> ${server}`;
}
