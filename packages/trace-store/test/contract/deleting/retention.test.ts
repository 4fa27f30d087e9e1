import { systemClock } from '@spanhouse/service-runtime';
import {
  aContext,
  aSpan,
  describeOnClickHouse,
  listTraces,
  projectId,
  START_NS,
} from '@spanhouse/trace-store/testing';
import { openWithReader, useOpened } from '../open-clickhouse.js';
import { everything } from '../selecting.js';

const signal = new AbortController().signal;
const options = { signal, deadline: 'shared' } as const;
const DAY_NS = 86_400_000_000_000n;

function traceId(digit: string) {
  return digit.repeat(32);
}

const expired = traceId('a');
const kept = traceId('b');
const forEver = traceId('c');
const mixed = traceId('d');
const project_id = projectId;

describeOnClickHouse('retention', (url) => {
  const used = useOpened(() => openWithReader(url));

  /** Stores a span with the given age and retention, both in days. */
  const store = async (trace_id: string, ageDays: bigint, retention_days: number) => {
    const received_at = systemClock.nowNs() - ageDays * DAY_NS;
    const span_id = ageDays === 1n ? '2' : '1';
    const span = aSpan({ trace_id, span_id: span_id.repeat(16), start_time: START_NS });
    const context = aContext({ received_at, retention_days });
    await used.store({ rows: [{ span, context }] });
  };
  const collect = async <Item>(stream: AsyncGenerator<readonly Item[], unknown>) => {
    const items: Item[] = [];
    for await (const portion of stream) {
      items.push(...portion);
    }
    return items;
  };
  const ascending = { ...everything(project_id), order: 'ascending' as const };
  const keysOf = (spans: readonly { trace_id: string; span_id: string }[]) =>
    spans.map(({ trace_id, span_id }) => `${trace_id[0]}${span_id[0]}`).toSorted();

  beforeAll(async () => {
    await used.database.commandLocal('SYSTEM STOP TTL MERGES spans');
    await used.database.commandLocal('SYSTEM STOP TTL MERGES trace_index');
    await store(expired, 3n, 2);
    await store(kept, 3n, 5);
    await store(forEver, 3000n, 0);
    await store(mixed, 3n, 2);
    await store(mixed, 1n, 2);
  });

  it('hides spans in every read as soon as their retention has passed', async () => {
    const { reader } = used;
    const shown = ['b1', 'c1', 'd2'];
    const trace_ids = [expired, kept, forEver, mixed];
    const ids = { project_id, trace_ids, span_ids: undefined };
    const spanIds = ['1', '2'].map((digit) => digit.repeat(16));

    expect(keysOf((await reader.listSpans(ascending, signal)).spans)).toEqual(shown);
    expect(keysOf(await collect(reader.streamSpans(ascending, options)))).toEqual(shown);
    expect(
      keysOf((await listTraces(reader, ascending, signal)).traces.flatMap(({ spans }) => spans)),
    ).toEqual(shown);
    expect(
      keysOf(
        (await collect(reader.streamTraces(ascending, options))).flatMap(({ held }) => held ?? []),
      ),
    ).toEqual(shown);
    expect(keysOf(await reader.findSpans(ids, signal))).toEqual(shown);
    expect(
      keysOf(
        await reader.findSpans({ project_id, trace_ids: undefined, span_ids: spanIds }, signal),
      ),
    ).toEqual(shown);
    expect(keysOf(await collect(reader.streamFoundSpans(ids, options)))).toEqual(shown);
    const found = await collect(reader.streamFoundTraces({ project_id, trace_ids }, options));
    expect(keysOf(found.flatMap(({ held }) => held ?? []))).toEqual(shown);
    const keys = await Promise.all(
      trace_ids.map((trace_id) => reader.findSpanKeys({ project_id, trace_id }, signal)),
    );
    expect(keysOf(keys.flat())).toEqual(shown);
  });

  it('drops whole parts of expired rows, also from the trace index', async () => {
    const stored = (table: string) =>
      used.database.select<{ traces: string }>(
        `SELECT arrayStringConcat(arraySort(groupArray(left(lower(hex(trace_id)), 1)))) AS traces FROM ${table}`,
      );
    for (const table of ['spans', 'trace_index']) {
      await used.database.commandLocal(`SYSTEM START TTL MERGES ${table}`);
      await used.database.commandLocal(`OPTIMIZE TABLE ${table} FINAL`);
    }

    expect((await stored('spans'))[0]?.traces).toMatch(/^bcd+$/);
    expect((await stored('trace_index'))[0]?.traces).toMatch(/^bcd+$/);
  });
});
