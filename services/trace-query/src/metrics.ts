import { createMeter, type Registry } from '@spanhouse/service-runtime';
import type { DeadLetterReader } from '@spanhouse/span-log/dead-letter-reader';

const readKinds = [
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
  'tail',
  'dead_letters',
  'mcp',
  'span_metrics',
] as const;
/**
 * The kind of a read:
 * - `flat`: a query for spans or traces in the older form
 * - `receipt`: the state of a write
 * - `analytics`: metrics by time
 * - `actors`: sessions or users
 * - `tail`: new spans; a tail lasts as long as its client wants, so its duration is not measured
 * - `mcp`: a message from a model
 * - `span_metrics`: a scrape of the span metrics
 */
export type ReadKind = (typeof readKinds)[number];

const readOutcomes = [
  'answered',
  'refused',
  'unavailable',
  'timed_out',
  'abandoned',
  'failed',
] as const;
/**
 * The outcome of a read. `refused` means that the request was invalid or not permitted, `abandoned` that the client
 * closed the connection, and `failed` that an unexpected error occurred.
 */
export type ReadOutcome = (typeof readOutcomes)[number];

const waitOutcomes = ['visible', 'not_yet_visible'] as const;

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/**
 * Metrics for reads. Every read is counted once, by outcome, so the number of reads of a kind is the sum over the
 * outcomes.
 */
export type QueryMetrics = ReturnType<typeof createQueryMetrics>;

/** Creates the metrics and initializes all counters with 0. */
export function createQueryMetrics(
  registry: Registry,
  letters: Pick<DeadLetterReader, 'unlisted'>,
) {
  const { counter, histogram, reading } = createMeter(registry);
  const reads = counter('spanhouse_query_reads_total', 'Reads by kind and outcome.', {
    kind: readKinds,
    outcome: readOutcomes,
  });
  const duration = histogram(
    'spanhouse_query_read_duration_seconds',
    'Duration of reads, without the time that they waited for receipts.',
    { buckets, labels: { kind: readKinds } },
  );
  const waits = histogram(
    'spanhouse_query_receipt_wait_seconds',
    'Time that reads waited until the writes of their receipts were stored.',
    { buckets, labels: { outcome: waitOutcomes } },
  );
  const stale = counter(
    'spanhouse_query_stale_snapshots_total',
    'Reads that used the last known snapshot because the log did not answer.',
  );
  reading(
    'spanhouse_query_dead_letters_unlisted',
    'Dead letters that are too old for the list of this process.',
    () => letters.unlisted,
  );
  return {
    read(kind: ReadKind, outcome: ReadOutcome, seconds: number): void {
      reads.inc({ kind, outcome });
      if (kind !== 'tail') {
        duration.observe({ kind }, seconds);
      }
    },
    waited: (outcome: (typeof waitOutcomes)[number], seconds: number) =>
      waits.observe({ outcome }, seconds),
    /** Counts a read that used the last known snapshot instead of the current one. */
    staleSnapshot: () => stale.inc(),
  };
}
