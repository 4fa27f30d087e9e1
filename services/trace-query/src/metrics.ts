import { Counter, Histogram, type Registry } from 'prom-client';

const READ_KINDS = [
  'spans',
  'traces',
  'flat',
  'look_up',
  'receipt',
  'saved_query',
  'edit',
  'analytics',
  'actors',
  'attributes',
] as const;
/** A list of spans, of traces, the older query of either, a look-up by id, what became of a write, saved queries,
 * deletes and edits, which read before they write, sums by time, sessions or users, and what attributes there are. */
export type ReadKind = (typeof READ_KINDS)[number];

const READ_OUTCOMES = [
  'answered',
  'refused',
  'unavailable',
  'timed_out',
  'abandoned',
  'failed',
] as const;
/** `refused`: the request was wrong. `abandoned`: the client went away. `failed`: a fault of ours. */
export type ReadOutcome = (typeof READ_OUTCOMES)[number];

const WAIT_OUTCOMES = ['visible', 'not_yet_visible'] as const;
type WaitOutcome = (typeof WAIT_OUTCOMES)[number];

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** Every read is counted once, by how it ended: the reads of a kind are the sum of its outcomes. */
export interface QueryMetrics {
  read(kind: ReadKind, outcome: ReadOutcome, seconds: number): void;
  waited(outcome: WaitOutcome, seconds: number): void;
  /** An older vector of log positions stood in for the current one. */
  staleSnapshot(): void;
}

export function createQueryMetrics(registry: Registry): QueryMetrics {
  const registers = [registry];
  const reads = new Counter({
    name: 'spanhouse_query_reads_total',
    help: 'Reads by how they ended.',
    labelNames: ['kind', 'outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'spanhouse_query_read_duration_seconds',
    help: 'Time of reads, without waiting for receipts.',
    labelNames: ['kind'],
    buckets: BUCKETS,
    registers,
  });
  const waits = new Histogram({
    name: 'spanhouse_query_receipt_wait_seconds',
    help: 'Time reads waited until what their receipts stand for was stored.',
    labelNames: ['outcome'],
    buckets: BUCKETS,
    registers,
  });
  const stale = new Counter({
    name: 'spanhouse_query_stale_snapshots_total',
    help: 'Lists that were answered as of an earlier instant because the log did not answer.',
    registers,
  });
  for (const kind of READ_KINDS) {
    duration.zero({ kind });
    for (const outcome of READ_OUTCOMES) reads.inc({ kind, outcome }, 0);
  }
  for (const outcome of WAIT_OUTCOMES) waits.zero({ outcome });
  return {
    read(kind, outcome, seconds) {
      reads.inc({ kind, outcome });
      duration.observe({ kind }, seconds);
    },
    waited: (outcome, seconds) => waits.observe({ outcome }, seconds),
    staleSnapshot: () => stale.inc(),
  };
}
