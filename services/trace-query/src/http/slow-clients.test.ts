import { connect, type Socket } from 'node:net';
import type { CredentialHeaders, Principal } from '@spanhouse/catalog';
import {
  createStalledClients,
  type Listener,
  listen,
  unauthorized,
} from '@spanhouse/service-runtime';
import { createSilentLogger, waitUntil } from '@spanhouse/service-runtime/testing';
import { aStoredSpan } from '../testing/a-stored-span.js';
import { createTestTraceQuery, type TestTraceQuery } from '../testing/test-trace-query.js';

const MIB = 1024 * 1024;
const largeTrace = 'a'.repeat(32);
const smallTrace = 'b'.repeat(32);
const greedy = '00000000-0000-0000-0000-00000000000a';
const other = '00000000-0000-0000-0000-00000000000b';
/**
 * The budget of the process. Large reads may use three quarters of it, and the large reads of a single project may use
 * three quarters of that share.
 */
const BUDGET = 96 * MIB;
const LARGE_LIMIT = 72 * MIB;
const SHARE_LIMIT = 54 * MIB;

/** Returns the caller. In this test, the credentials contain a project id instead of a key. */
function callerOf({ authorization: project }: CredentialHeaders): Promise<Principal> {
  return typeof project !== 'string'
    ? Promise.reject(unauthorized())
    : Promise.resolve({
        project_id: project,
        user_id: project,
        permissions: ['view_spans'],
        retention_days: null,
        prices: null,
      });
}

describe('clients that do not read large answers', () => {
  let query: TestTraceQuery;
  let listener: Listener;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    query = createTestTraceQuery({ authenticate: callerOf, settings: { heldBytes: BUDGET } });
    const attributes = JSON.stringify({ text: 'x'.repeat(2 * MIB), ag: { data: {} } });
    const spans = [1, 2, 3, 4, 5].map((n) =>
      aStoredSpan({ trace_id: largeTrace, span_id: n.toString(16).padStart(16, '0'), attributes }),
    );
    query.reader.add([...spans, aStoredSpan({ trace_id: smallTrace })]);
    const { clock, registry } = query;
    const disconnectStalled = createStalledClients({
      clock,
      registry,
      logger: createSilentLogger(),
    });
    listener = await listen(query.app, { host: '127.0.0.1', port: 0, disconnectStalled });
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) {
      socket.destroy();
    }
    await listener.close();
  });

  const metricOf = async (name: string, labels: Readonly<Record<string, string>> = {}) => {
    const values = (await query.registry.getSingleMetric(name)?.get())?.values ?? [];
    return values.find((value) =>
      Object.entries(labels).every(([label, text]) => value.labels[label] === text),
    )?.value;
  };
  const held = () => metricOf('spanhouse_query_answer_bytes_held', { reads: 'large' });
  const waiting = () => metricOf('spanhouse_query_reads_waiting');
  const refused = (reason: string) => metricOf('spanhouse_query_answers_refused_total', { reason });

  const askWithoutReading = (project: string, count: number) => {
    const lines = [`GET /traces/${largeTrace} HTTP/1.1`, 'host: any', `authorization: ${project}`];
    for (let n = 0; n < count; n += 1) {
      const socket = connect(listener.port, '127.0.0.1').pause();
      socket.on('error', () => undefined).write(`${lines.join('\r\n')}\r\n\r\n`);
      sockets.push(socket);
    }
  };
  const read = async (project: string, traceId: string) => {
    const headers = { authorization: project };
    const answer = await fetch(`${listener.address}/traces/${traceId}`, { headers });
    return {
      status: answer.status,
      body: (await answer.json()) as ReturnType<typeof JSON.parse>,
      headers: answer.headers,
    };
  };

  it('hold no more than the share of their project; the others wait', async () => {
    askWithoutReading(greedy, 30);
    await waitUntil('28 reads wait', async () => (await waiting()) === 28);

    expect(await held()).toBeGreaterThan(2 * 2 * 10 * MIB - 1);
    expect(await held()).toBeLessThan(SHARE_LIMIT);
  });

  it('leave room for small reads of their project, and for large reads of another', async () => {
    askWithoutReading(greedy, 30);
    await waitUntil('28 reads wait', async () => (await waiting()) === 28);

    const small = await read(greedy, smallTrace);
    const large = await read(other, largeTrace);

    expect([small.status, small.body.count]).toEqual([200, 1]);
    expect([large.status, large.body.trace.spans.ask.length]).toEqual([200, 5]);
    expect(await held()).toBeLessThan(LARGE_LIMIT);
  });

  it('are disconnected, so that reads that wait are answered', async () => {
    askWithoutReading(greedy, 3);
    await waitUntil('a read waits', async () => (await waiting()) === 1);
    const late = read(greedy, largeTrace);
    await waitUntil('two reads wait', async () => (await waiting()) === 2);

    await query.clock.advance(11_000);

    expect((await late).status).toBe(200);
    expect(await metricOf('http_stalled_clients_disconnected_total')).toBe(2);
  });

  it.each([
    ['503 while their project is alone', 503, 'overloaded', 'answers are not read', 10],
    ['429 while others read', 429, 'share_exhausted', 'answers of this project', 11],
  ])('are refused in time with %s, and end without anything held', async (...expected) => {
    const [, expectedStatus, reason, text, waitingReads] = expected;
    if (reason === 'share_exhausted') {
      askWithoutReading(other, 1);
      await waitUntil('another project holds its answer', async () => (await held()) !== 0);
    }
    askWithoutReading(greedy, 12);
    await waitUntil('the others wait', async () => (await waiting()) === waitingReads);
    const late = read(greedy, largeTrace);
    await waitUntil('one more waits', async () => (await waiting()) === waitingReads + 1);

    for (let seconds = 0; seconds < 25; seconds += 1) {
      await query.clock.advance(1000);
    }

    const { status, headers, body } = await late;
    expect([status, headers.get('retry-after')]).toEqual([expectedStatus, '1']);
    expect(JSON.stringify(body.detail)).toContain(text);
    await waitUntil('nothing is held', async () => (await held()) === 0);
    expect(await waiting()).toBe(0);
    expect(await refused(reason)).toBeGreaterThan(0);
  });

  it('release what they hold when they close the connection', async () => {
    askWithoutReading(greedy, 4);
    await waitUntil('2 reads wait', async () => (await waiting()) === 2);

    for (const socket of sockets) {
      socket.destroy();
    }

    await waitUntil('nothing is held', async () => (await held()) === 0);
    expect(await waiting()).toBe(0);
  });
});
