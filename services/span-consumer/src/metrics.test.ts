import { blockOfBytes } from '@spanhouse/trace-store/testing';
import { Registry } from 'prom-client';
import { SpanBatch } from './blocks/span-batch.js';
import { createConsumerMetrics, createInsertObserver } from './metrics.js';
import type { FlushResult } from './partitions/partition-pipeline.js';
import { textHeaders, textMessage } from './testing/text-frames.js';

const receivedAt = textHeaders([]).receivedAt;

const readings = {
  lagRecords: () => Promise.resolve(new Map([[3, 17]])),
  lagSeconds: () => new Map([[3, 1.5]]),
  heldBytes: () => 4096,
  memoryLimitBytes: 8192,
  nowNs: () => receivedAt + 2_500_000_000n,
};

function blockOf(rows: readonly string[]) {
  const batch = new SpanBatch({ maxRows: 100, maxBytes: 1000 });
  batch.add(textMessage(0, rows));
  return batch.cut();
}

function world() {
  const registry = new Registry();
  const visible: number[] = [];
  const observer = createConsumerMetrics(registry, readings, (ms) => visible.push(ms));
  const read = async (name: string) =>
    (await registry.getSingleMetric(`spanhouse_consumer_${name}`)?.get())?.values ?? [];
  const value = async (name: string) => (await read(name))[0]?.value;
  return { registry, observer, visible, read, value };
}

function result(outcome: FlushResult['outcome'], deadLetteredRows = 0): FlushResult {
  return {
    outcome,
    deadLetteredRows,
    durationMs: 250,
  };
}

describe('createConsumerMetrics', () => {
  it('accounts for every span: received = written + dead-lettered + discarded + pending', async () => {
    const { observer, value } = world();

    observer.received(10);
    observer.flushed(blockOf(['a', 'b', 'c']), result('written'));
    observer.flushed(blockOf(['d', 'e']), result('dead_lettered', 1));
    observer.flushed(blockOf(['f', 'g']), result('lost'));
    observer.discarded(2);

    expect(await value('spans_received_total')).toBe(10);
    expect(await value('spans_written_total')).toBe(4);
    expect(await value('spans_dead_lettered_total')).toBe(1);
    expect(await value('spans_discarded_total')).toBe(2);
    expect(await value('spans_pending')).toBe(3);
  });

  it('measures the time from the arrival of the oldest span of a block to its commit', async () => {
    const { observer, visible, read } = world();

    observer.flushed(blockOf(['a', 'b']), result('written'));
    observer.flushed(blockOf(['c']), result('lost'));

    const values = await read('time_to_visible_seconds');
    expect(values.slice(-2).map(({ value }) => value)).toEqual([2.5, 1]); // sum, count
    expect(visible).toEqual([2500]);
  });

  it('measures the spans of an insert, but not of parts of a refused block', async () => {
    const registry = new Registry();
    const observe = createInsertObserver(registry);
    const block = blockOfBytes([]);

    observe([
      { ...block, rowsAtOffset: 1500 },
      { ...block, rowsAtOffset: 700 },
    ]);
    observe([{ ...block, rowsAtOffset: 3 }]);
    observe([{ ...block, rowsAtOffset: undefined }]);

    const text = await registry.metrics();
    expect(text).toContain('spanhouse_consumer_insert_spans_sum 2203');
    expect(text).toContain('spanhouse_consumer_insert_spans_count 2');
  });

  it('counts retries by the class of their code, even for unknown codes', async () => {
    const { observer, read } = world();

    for (const code of ['ECONNREFUSED', 'TOO_MANY_PARTS', 'TIMEOUT_EXCEEDED', 'UNHEARD_OF']) {
      observer.retried('insert', code);
    }

    const inserts = (await read('retries_total')).filter((v) => v.labels['operation'] === 'insert');
    expect(inserts.map(({ labels, value }) => [labels['class'], value])).toEqual([
      ['unreachable', 1],
      ['timed_out', 1],
      ['overloaded', 1],
      ['other', 1],
    ]);
  });

  it('reads lag and memory when it is scraped', async () => {
    const { read } = world();

    expect(await read('lag_records')).toMatchObject([{ labels: { partition: 3 }, value: 17 }]);
    expect(await read('lag_seconds')).toMatchObject([{ labels: { partition: 3 }, value: 1.5 }]);
    expect(await read('memory_held_bytes')).toMatchObject([{ value: 4096 }]);
  });

  it('can be scraped while the log is unavailable', async () => {
    const registry = new Registry();
    const isAway = () => Promise.reject(new Error('no broker'));
    createConsumerMetrics(registry, { ...readings, lagRecords: isAway }, () => undefined);

    expect(await registry.metrics()).toContain('spanhouse_consumer_memory_held_bytes 4096');
  });
});
