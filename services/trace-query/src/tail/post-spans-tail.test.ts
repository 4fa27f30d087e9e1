import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@spanhouse/service-runtime';
import request from 'supertest';
import { aStoredSpan } from '../testing/a-stored-span.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

interface Beat {
  readonly since: string;
  readonly visible_to: string;
  readonly matched: number;
  readonly skipped: number;
}

type Line = { readonly span?: { readonly span_name: string }; readonly beat?: Beat };

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) {
    close();
  }
});

async function create() {
  const query = createTestTraceQuery();
  const server = createServer(query.app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  closers.push(() => void server.close().closeAllConnections());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/spans/tail`;
  let next = 0;
  /** Stores spans at the next offset of partition 0 and makes them visible. */
  const store = (...names: readonly string[]) => {
    const offset = 10 + next++;
    const spans = names.map((name, index) =>
      aStoredSpan({ span_id: `${offset}${index}`.padStart(16, '0'), span_name: name }),
    );
    query.reader.add(spans, { partition: 0, offset });
    query.offsets.commit(offset + 1, 10);
  };
  return { ...query, store, open: (body: object = {}) => openTail(url, body) };
}

async function openTail(url: string, body: object) {
  const leave = new AbortController();
  closers.push(() => leave.abort());
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: leave.signal,
  });
  const lines = linesOf(response);
  const next = async () => (await lines.next()).value as Line;
  return { response, next, leave: () => leave.abort() };
}

async function* linesOf({ body }: Response): AsyncGenerator<Line> {
  let rest = '';
  for await (const chunk of body ?? []) {
    const pieces = (rest + Buffer.from(chunk).toString()).split('\n');
    rest = pieces.pop() ?? '';
    yield* pieces.map((piece) => JSON.parse(piece) as Line);
  }
}

/** Advances the clock until the next line arrives. */
async function nextLine(
  { clock }: Pick<Awaited<ReturnType<typeof create>>, 'clock'>,
  { next }: Pick<Awaited<ReturnType<typeof openTail>>, 'next'>,
): Promise<Line> {
  let line: Line | undefined;
  const found = next().then((one) => {
    line = one;
  });
  while (line === undefined) {
    await clock.advance(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await found;
  return line;
}

async function untilBeat(
  query: Awaited<ReturnType<typeof create>>,
  tail: Awaited<ReturnType<typeof openTail>>,
  isDone: (beat: Beat) => boolean,
) {
  const names: string[] = [];
  for (;;) {
    const { span, beat } = await nextLine(query, tail);
    if (span !== undefined) {
      names.push(span.span_name);
    } else if (beat !== undefined && isDone(beat)) {
      return { names, beat };
    }
  }
}

describe('POST /spans/tail', () => {
  it('begins with a beat, and shows what becomes visible from then on', async () => {
    const query = await create();
    query.store('before');
    const tail = await query.open();

    const first = await tail.next();
    query.store('one', 'two');
    const { names, beat } = await untilBeat(query, tail, ({ matched }) => matched === 2);

    expect(tail.response.headers.get('content-type')).toBe('application/x-ndjson');
    expect(first.beat).toMatchObject({ matched: 0, skipped: 0 });
    expect(names).toEqual(['one', 'two']);
    expect(beat.skipped).toBe(0);
    expect(Date.parse(beat.visible_to)).toBeGreaterThan(Date.parse(first.beat?.visible_to ?? ''));
  });

  it('reports no time later than its last look, also after later reads of others', async () => {
    const query = await create();
    const tail = await query.open();
    const openedMs = query.clock.nowMs();
    await tail.next();
    await query.clock.advance(900);
    query.store('one');
    await request(query.app).post('/spans/query').send({}).expect(200);

    const { beat } = await nextLine(query, tail);

    expect(beat?.matched).toBe(0);
    expect(Date.parse(beat?.visible_to ?? '')).toBe(openedMs + 800);
  });

  it('reports the time of the token until it has looked further', async () => {
    const query = await create();
    const tail = await query.open();
    const { since, visible_to } = (await tail.next()).beat ?? {};
    tail.leave();
    await query.clock.advance(5000);
    query.store('missed');

    const { beat } = await (await query.open({ since })).next();

    expect(beat?.visible_to).toBe(visible_to);
  });

  it('sends a span once after a token that is ahead in one partition', async () => {
    const query = await create();
    query.reader.add([aStoredSpan({ span_name: 'first' })], { partition: 1, offset: 10 });
    query.offsets.commit(10, 11);
    const ahead = await query.open();
    const since = (await ahead.next()).beat?.since;
    ahead.leave();
    const behind = await create();
    behind.reader.add([aStoredSpan({ span_name: 'first' })], { partition: 1, offset: 10 });
    const tail = await behind.open({ since });
    await tail.next();

    behind.store('second');
    const { names } = await untilBeat(behind, tail, ({ matched }) => matched === 1);
    behind.store('third');
    behind.offsets.commit(12, 11);
    const rest = await untilBeat(behind, tail, ({ matched }) => matched > 1);

    expect([names, rest.names]).toEqual([['second'], ['third']]);
  });

  it('skips what exceeds the rate of a second, and counts it', async () => {
    const query = await create();
    const tail = await query.open({ max_per_second: 2 });
    await tail.next();

    query.store('a', 'b', 'c');
    const first = await untilBeat(query, tail, ({ matched }) => matched === 3);
    query.store('d');
    const second = await untilBeat(query, tail, ({ matched }) => matched === 4);

    expect(first).toMatchObject({ names: ['a', 'b'], beat: { skipped: 1 } });
    expect(second).toMatchObject({ names: ['d'], beat: { skipped: 1 } });
  });

  it('continues after the beat of a token, with the filter and the projection of the request', async () => {
    const query = await create();
    const tail = await query.open();
    const since = (await tail.next()).beat?.since;
    tail.leave();
    query.store('keep', 'drop', 'keep');

    const filtering = { conditions: [{ field: 'span_name', operator: 'is', value: 'keep' }] };
    const again = await query.open({ since, filtering, projection: { members: ['span_name'] } });
    await again.next();
    const line = await nextLine(query, again);
    const { names } = await untilBeat(query, again, ({ matched }) => matched === 2);

    expect(Object.keys(line.span ?? {}).toSorted()).toEqual(['span_id', 'span_name', 'trace_id']);
    expect(names).toEqual(['keep']);
  });

  it('ends with the failure of the store', async () => {
    const query = await create();
    const tail = await query.open();
    await tail.next();
    query.reader.failure = new AppError('CLICKHOUSE_UNAVAILABLE', 'gone', { retryable: true });

    query.store('one');
    const line = await nextLine(query, tail);

    expect(line).toMatchObject({ error: { status: 503 } });
  });

  it('refuses the twenty-first tail of a project until another one ends', async () => {
    const query = await create();
    const tails = await Promise.all(Array.from({ length: 20 }, () => query.open()));

    const refused = await query.open();
    tails[0]?.leave();
    let status = 429;
    while (status === 429) {
      status = (await query.open()).response.status;
    }

    expect(refused.response.status).toBe(429);
    expect(refused.response.headers.get('retry-after')).toBe('5');
    expect(status).toBe(200);
  });

  it.each([
    [{ max_per_second: 0 }, 'max_per_second'],
    [{ max_per_second: 10_001 }, 'max_per_second'],
    [{ max_per_second: 1.5 }, 'max_per_second'],
    [{ since: 5 }, 'since'],
    [{ filtering: 'x' }, 'filtering'],
    [{ projection: { members: ['nope'] } }, 0],
  ])('answers 422 to %j', async (body, name) => {
    const { app } = createTestTraceQuery();

    const answer = await request(app).post('/spans/tail').send(body).expect(422);

    expect(answer.body.detail[0].loc.at(-1)).toBe(name);
  });

  it('answers 400 to a text that is not a token of the project', async () => {
    const { app } = createTestTraceQuery();

    const { body } = await request(app).post('/spans/tail').send({ since: 'x' }).expect(400);

    expect(body).toEqual({ detail: "Invalid 'since' token." });
  });
});
