import type { FilterExpression } from '@spanhouse/span-schema';
import type { SpanSelection } from '@spanhouse/trace-store/reader';
import { aContext, aSpan, START_NS } from '@spanhouse/trace-store/testing';
import type { TombstoneBlock } from '@spanhouse/trace-store/writer';
import fc from 'fast-check';
import type { StoredRows } from '../open-clickhouse.js';

/** One stored version of a span. Values are few, so that they often coincide. */
export interface Write {
  readonly trace: number;
  readonly span: number;
  /** Nanoseconds after START_NS; sometimes days. */
  readonly start: bigint;
  readonly kind: 'SPAN_KIND_SERVER' | 'SPAN_KIND_CLIENT';
  /** The order of receipt, which differs from the order of storage. */
  readonly received: number;
  readonly block: number;
  /** True if its trace was deleted after its block. */
  readonly isDeleted: boolean;
}

export type History = readonly Write[];

const PARTITIONS = 2;
const GENERATION = 1n << 48n;
const MAX_BLOCKS = 5;
const LONG_NS = 90_000_000_000n;
/** Times around the ends of the windows of a walk, and long after them. */
const windowEnds = [600_000_000_000n, 600_000_000_003n, 4_800_000_000_000n, 400_000_000_000_000n];

/** Trace ids, some of them with the sample numbers 0, 50 and 99. */
const traceIds = ['00000000', '00000032', '00000063', '00000031', 'ffffff00', '0000000a'].map(
  (head, index) => `${head}${'0'.repeat(22)}0${index + 1}`,
);

export function traceIdOf({ trace }: Write) {
  return traceIds[trace] ?? '';
}

export function spanIdOf({ span }: Write) {
  return (span + 1).toString(16).padStart(16, '0');
}

export function startOf({ start }: Write) {
  return START_NS + start;
}

export function nameOf({ received }: Write) {
  return `version ${received}`;
}

export function partitionOf({ trace }: Write) {
  return trace % PARTITIONS;
}

export function offsetOf({ block }: Write) {
  return GENERATION | BigInt(block * 10);
}

export function anyHistory(): fc.Arbitrary<History> {
  const write = fc.record({
    trace: fc.nat(traceIds.length - 1),
    span: fc.nat(3),
    start: fc.oneof(
      fc.bigInt({ min: 0n, max: 5n }),
      fc.constantFrom(LONG_NS, 2n * LONG_NS, 3n * LONG_NS, ...windowEnds),
    ),
    kind: fc.constantFrom('SPAN_KIND_SERVER' as const, 'SPAN_KIND_CLIENT' as const),
    block: fc.nat(MAX_BLOCKS - 1),
  });
  // Most histories have no deletes.
  const deletes = fc.array(
    fc.record({ trace: fc.nat(traceIds.length - 1), block: fc.nat(MAX_BLOCKS - 1) }),
    { maxLength: 2 },
  );
  return fc
    .tuple(
      fc.array(write, { minLength: 1, maxLength: 40, size: 'max' }),
      deletes,
      fc.infiniteStream(fc.nat()),
    )
    .map(([writes, deleted, randoms]) => {
      const order = writes
        .map((_, index) => ({ index, key: Number(randoms.next().value) }))
        .toSorted((left, right) => left.key - right.key);
      const isDeleted = ({ trace, block }: Pick<Write, 'trace' | 'block'>) =>
        deleted.some((one) => one.trace === trace && block <= one.block);
      return order.map(({ index }, received) => {
        const at = writes[index] as Omit<Write, 'received' | 'isDeleted'>;
        return { ...at, received, isDeleted: isDeleted(at) };
      });
    });
}

/** Returns the blocks in the order of storage: one per partition and block number. */
export function toBlocks(history: History, projectId: string): readonly StoredRows[] {
  const blocks: StoredRows[] = [];
  for (let block = 0; block < MAX_BLOCKS; block++) {
    for (let partition = 0; partition < PARTITIONS; partition++) {
      const writes = history.filter(
        (write) => write.block === block && partitionOf(write) === partition,
      );
      if (writes.length > 0) {
        blocks.push({
          rows: writes.map((write) => toRow(write, projectId)),
          logPartition: partition,
          logOffset: GENERATION | BigInt(block * 10),
        });
      }
    }
  }
  return blocks;
}

/** The deletes of a history, each after the last block that it affects. */
export function toTombstones(history: History, projectId: string): readonly TombstoneBlock[] {
  const ends = new Map<number, Write>();
  for (const write of history.filter(({ isDeleted }) => isDeleted)) {
    const end = ends.get(write.trace);
    if (end === undefined || end.block < write.block) {
      ends.set(write.trace, write);
    }
  }
  return [...ends.values()].map((write) => ({
    logPartition: partitionOf(write),
    tombstones: [{ projectId, traceId: traceIdOf(write), logOffset: offsetOf(write) + 5n }],
  }));
}

function toRow(write: Write, project_id: string) {
  const start_time = startOf(write);
  const span = aSpan({
    trace_id: traceIdOf(write),
    span_id: spanIdOf(write),
    span_name: nameOf(write),
    span_kind: write.kind,
    start_time,
    end_time: start_time + 1n,
  });
  return {
    span,
    context: aContext({ project_id, received_at: START_NS + BigInt(write.received) }),
  };
}

export function anySelection(): fc.Arbitrary<SpanSelection> {
  const servers: FilterExpression = {
    kind: 'equals_any',
    field: 'span_kind',
    values: ['SPAN_KIND_SERVER'],
  };
  // Most lists are unbounded, because empty lists prove little.
  const mostly = <Value>(arbitrary: fc.Arbitrary<Value>, value: Value) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 1, arbitrary });
  const bound = (offsets: readonly bigint[]) =>
    mostly<bigint | undefined>(
      fc.constantFrom(...offsets).map((offset) => START_NS + offset),
      undefined,
    );
  const position = fc.nat(MAX_BLOCKS * 10).map((offset) => GENERATION | BigInt(offset));
  return fc.record({
    project_id: fc.constant(''),
    filter: mostly<FilterExpression | undefined>(fc.constant(servers), undefined),
    oldest: bound([-1n, 0n, 1n, 2n, 3n, LONG_NS]),
    newest: bound([2n, 3n, 4n, 5n, LONG_NS, 2n * LONG_NS]),
    order: fc.constantFrom('ascending' as const, 'descending' as const),
    ratePercent: mostly<number | undefined>(fc.constantFrom(0, 1, 51, 99, 100), undefined),
    snapshot: mostly<readonly bigint[]>(
      fc.array(position, { minLength: PARTITIONS, maxLength: PARTITIONS }),
      [],
    ),
    limit: fc.constantFrom(1, 2, 3, 5, 20),
  });
}
