import { randomUUID } from 'node:crypto';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import type {
  PageStream,
  ReadCost,
  SpanSelection,
  TraceReader,
} from '@spanhouse/trace-store/reader';
import {
  aContext,
  aSpan,
  aSpanBlock,
  describeOnClickHouse,
  START_NS,
} from '@spanhouse/trace-store/testing';
import { openWithReader, useOpened } from '../open-clickhouse.js';
import { everything, spanId, traceId } from '../selecting.js';

const signal = new AbortController().signal;
const options = { signal, deadline: 'each' } as const;

const MIB = 1024 * 1024;

describeOnClickHouse('TraceReader streams', (url) => {
  /** Number of servers. Each server reads its own granules. */
  const servers = url.split(',').length;
  const used = useOpened(() => openWithReader(url));
  let project_id: string;

  beforeEach(() => {
    project_id = randomUUID();
  });

  const everySpan = () => ({ ...everything(project_id), limit: Number.MAX_SAFE_INTEGER });
  const store = async (spans: readonly Partial<CanonicalSpan>[], retention_days = 0) => {
    const context = aContext({ project_id, retention_days });
    for (let at = 0; at < spans.length; at += 5000) {
      const rows = spans.slice(at, at + 5000).map((span) => ({ span: aSpan(span), context }));
      expect(await used.writer.write(aSpanBlock(rows), signal)).toEqual({ status: 'written' });
    }
  };
  const collect = async <Item>(stream: PageStream<Item>) => {
    const items: Item[] = [];
    let portions = 0;
    for await (const portion of stream) {
      items.push(...portion);
      portions += 1;
    }
    return { items, portions };
  };
  const costOf = async (read: (measured: TraceReader) => Promise<unknown>) => {
    const costs: ReadCost[] = [];
    await read(used.reader.measured((cost) => costs.push(cost)));
    return { rows: costs.reduce((sum, { rows }) => sum + rows, 0), costs };
  };

  it('return rows of any width in portions of a few megabytes', async () => {
    const text = 'x'.repeat(MIB);
    await store(
      Array.from({ length: 40 }, (_, index) => ({
        span_id: spanId(index + 1),
        start_time: START_NS + BigInt(index),
        attributes: { text, ag: { data: {} } },
      })),
    );

    const { items, portions } = await collect(used.reader.streamSpans(everySpan(), options));

    expect(items.map(({ span_id }) => span_id)).toEqual(
      Array.from({ length: 40 }, (_, index) => spanId(40 - index)),
    );
    expect(portions).toBeGreaterThanOrEqual(4);
  });

  it('read the current spans of a trace too large for memory in the requested order', async () => {
    const text = 'y'.repeat(MIB);
    const spans = Array.from({ length: 24 }, (_, index) => ({
      span_id: spanId(index + 1),
      start_time: START_NS + BigInt(index),
      attributes: { text, ag: { data: {} } },
    }));
    await store(spans);
    const again = { ...aSpan(spans[3]), span_name: 'again', start_time: START_NS - 5n };
    const context = aContext({ project_id, received_at: START_NS + 90_000_000_000n });
    await used.writer.write(aSpanBlock([{ span: again, context }]), signal);

    const [trace] = (await collect(used.reader.streamTraces({ ...everySpan(), limit: 1 }, options)))
      .items;
    const order = [23, 0, 7];
    const read: string[] = [];
    for await (const portion of trace?.read(order) ?? []) {
      read.push(...portion.map(({ span_id, span_name }) => `${span_id} ${span_name}`));
    }

    expect(trace?.held).toBeUndefined();
    expect(trace?.nodes).toHaveLength(24);
    expect(trace?.nodes[0]).toMatchObject({ span_id: spanId(4), span_name: 'again' });
    const nameAt = (position: number) => {
      const node = trace?.nodes[position];
      return `${node?.span_id} ${node?.span_name}`;
    };
    expect(read).toEqual(order.map(nameAt));
  });

  it('open a trace of 50,000 spans without holding them in memory', async () => {
    await store(
      Array.from({ length: 50_000 }, (_, index) => ({
        span_id: spanId(index + 1),
        parent_id: index === 0 ? undefined : spanId(Math.ceil(index / 10)),
        start_time: START_NS + BigInt(index),
        attributes: { text: `${'z'.repeat(1000)}${index}`, ag: { data: {} } },
      })),
    );
    const [trace] = (await collect(used.reader.streamTraces({ ...everySpan(), limit: 1 }, options)))
      .items;

    let count = 0;
    let largest = 0;
    for await (const portion of trace?.read([...(trace?.nodes.keys() ?? [])]) ?? []) {
      count += portion.length;
      largest = Math.max(largest, portion.length);
    }

    expect([trace?.held, trace?.nodes.length, count]).toEqual([undefined, 50_000, 50_000]);
    expect(largest).toBeLessThanOrEqual(8192);
  });

  it('find spans in portions if they are too large for one answer', async () => {
    const text = 'w'.repeat(MIB);
    await store(
      Array.from({ length: 24 }, (_, index) => ({
        trace_id: traceId((index % 3) + 1),
        span_id: spanId(index + 1),
        start_time: START_NS + BigInt(index),
        attributes: { text, ag: { data: {} } },
      })),
    );
    const trace_ids = [1, 2].map(traceId);

    const found: string[][] = [];
    const ids = { project_id, trace_ids, span_ids: undefined };
    for await (const portion of used.reader.streamFoundSpans(ids, options)) {
      found.push(portion.map(({ span_id }) => span_id));
    }

    const expected = [...Array(24).keys()].filter((index) => index % 3 < 2);
    expect(found.flat()).toEqual(expected.map((index) => spanId(index + 1)));
    expect(found.length).toBeGreaterThan(1);
  });

  it('search for rare matches in growing windows, and read no more than necessary', async () => {
    const rare = (index: number) => index % 1000 === 0;
    for (let block = 0; block < 4; block++) {
      await store(
        Array.from({ length: 10_000 }, (_, row) => {
          const index = block * 10_000 + row;
          return {
            trace_id: traceId(index + 1),
            span_id: spanId(index + 1),
            start_time: START_NS + BigInt(index) * 10_000_000_000n,
            span_name: rare(index) ? 'rare' : 'common',
          };
        }),
      );
    }
    const filter = { kind: 'equals_any', field: 'span_name', values: ['rare'] } as const;
    const list = (members: Partial<SpanSelection>) => (measured: TraceReader) =>
      measured.listSpans({ ...everySpan(), filter, limit: 2, ...members }, signal);

    const near = await costOf(list({}));
    const oldest = await costOf(list({ order: 'ascending' }));
    const all = await used.reader.listSpans({ ...everySpan(), filter, limit: 100 }, signal);
    const page = await used.reader.listSpans({ ...everySpan(), filter, limit: 4 }, signal);
    const rest = await used.reader.listSpans(
      { ...everySpan(), filter, limit: 100, after: page.spans.at(-1) },
      signal,
    );

    expect(near.rows).toBeLessThan(35_000 * servers);
    expect(oldest.rows).toBeLessThan(20_000 * servers);
    expect(all.spans.map(({ span_name }) => span_name)).toEqual(Array(40).fill('rare'));
    expect([...page.spans, ...rest.spans]).toEqual(all.spans);
  });

  it('narrow the time range to a trace that a filter requires by id', async () => {
    await store(
      Array.from({ length: 30_000 }, (_, index) => ({
        trace_id: traceId(index + 1),
        span_id: spanId(index + 1),
        start_time: START_NS + BigInt(index) * 1_000_000_000n,
      })),
    );
    const filter = { kind: 'equals_any', field: 'trace_id', values: [traceId(5)] } as const;

    const found = await costOf(async (measured) => {
      const { spans } = await measured.listSpans({ ...everySpan(), filter, limit: 10 }, signal);
      expect(spans.map(({ span_id }) => span_id)).toEqual([spanId(5)]);
    });
    const unknown = { kind: 'equals_any', field: 'trace_id', values: [traceId(99_999)] } as const;
    const page = await used.reader.listSpans({ ...everySpan(), filter: unknown, limit: 1 }, signal);

    expect(found.rows).toBeLessThan(6000 * servers);
    expect(page).toEqual({ spans: [], hasMore: false });
  });

  it('report the cost of each statement', async () => {
    await store([{ span_id: spanId(1) }]);

    const { costs } = await costOf((measured) =>
      measured.listSpans({ ...everySpan(), limit: 5 }, signal),
    );

    expect(costs.length).toBeGreaterThan(0);
    for (const cost of costs) {
      expect(cost).toEqual({
        rows: expect.any(Number),
        bytes: expect.any(Number),
        ms: expect.any(Number),
      });
    }
    expect(costs.every(({ rows, bytes, ms }) => rows >= 1 && bytes >= rows && ms > 0)).toBe(true);
  });
});
