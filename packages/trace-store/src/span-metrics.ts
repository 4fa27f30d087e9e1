/** The upper bounds of the buckets of `calls`, in ns; the last bucket is unbounded. */
export const callBounds: readonly bigint[] = doublings(2_000_000n, 14);
/** The upper bounds of the buckets of `server` and `client`, in ns. */
export const edgeBounds: readonly bigint[] = doublings(100_000_000n, 8);

function doublings(first: bigint, count: number): readonly bigint[] {
  return Array.from({ length: count }, (_, power) => first << BigInt(power));
}

/** Returns the bucket of a duration: the index of the first bound that it does not exceed. */
export function bucketOf(bounds: readonly bigint[], durationNs: bigint): number {
  const index = bounds.findIndex((bound) => durationNs <= bound);
  return index < 0 ? bounds.length : index;
}

/**
 * Maximum length of a span name in labels. Longer names are truncated, because every label is held in memory and
 * written by each scrape.
 */
export const MAX_NAME_CHARS = 1024;
/**
 * Maximum time between the end and the arrival of a span. Later spans are not counted, because they would look like
 * current traffic.
 */
export const MAX_AGE_NS = 3_600_000_000_000n;
/** Time during which a span that is delivered again is not counted again. */
export const REPEAT_NS = 86_400_000_000_000n;

/**
 * The kinds of sums.
 *
 * - `calls` has a duration, bytes and the labels service, name, kind and status.
 * - `request`, `failed`, `server` and `client` belong to an edge of the service graph. Their labels are client, server,
 *   type of connection, and optionally the namespaces of both.
 * - `unpaired` counts one-sided calls, with the labels client and server.
 */
export type SpanMetric = 'calls' | 'request' | 'failed' | 'server' | 'client' | 'unpaired';

/** A sum, or an amount that is added to a sum. */
export interface MetricSum {
  readonly metric: SpanMetric;
  readonly labels: readonly string[];
  readonly bucket: number;
  readonly amount: bigint;
  readonly totalNs: bigint;
  readonly totalBytes: bigint;
  readonly exemplar: Exemplar | undefined;
}

/** An example span of a bucket. */
export interface Exemplar {
  readonly trace_id: string;
  readonly durationNs: bigint;
  /** Time at which the span arrived, in ns since the Unix epoch. */
  readonly receivedNs: bigint;
}

/** An addition to the sums of a project. */
export interface ProjectSum extends MetricSum {
  readonly project_id: string;
}

/** The progress of the rounds. */
export interface SpanMetricsProgress {
  /** Number of the last round. Rounds are numbered from 1. */
  readonly round: number;
  /** A random number below 2^32 that identifies the author of the round. */
  readonly author: number;
  /** The position before which every row is counted as a span, by partition. */
  readonly positions: readonly bigint[];
  /** The position before which every row is counted as a side of a call, by partition. */
  readonly pairedTo: readonly bigint[];
}

/** A part of the log. */
export interface LogRange {
  /** The first positions of the part, by partition; undefined means from the beginning. */
  readonly from: readonly bigint[] | undefined;
  /** The exclusive ends of the part, by partition. */
  readonly to: readonly bigint[];
  /** Time after which the rows were received; undefined means any time. */
  readonly receivedAfter?: bigint | undefined;
}

/** The rows of one block of the log. */
export interface ArrivedBlock {
  readonly partition: number;
  readonly offset: bigint;
  readonly rows: number;
  /** The arrival of the first span and of the last span, in ns since the Unix epoch. */
  readonly receivedNs: bigint;
  readonly lastReceivedNs: bigint;
}

/** The attributes that name the other side of a call, in the order of the column `peers` of a half of a call. */
export const peerKeys = [
  'peer.service',
  'server.address',
  'network.peer.address',
  'network.peer.port',
  'db.namespace',
  'db.name',
  'db.system.name',
  'db.system',
] as const;

/**
 * Returns whether a peer attribute is an address. Addresses are read only for database calls, because they do not name
 * the other side of other calls.
 */
export function isAddress(key: string): boolean {
  return key.startsWith('server.') || key.startsWith('network.');
}

/** A selection of the spans that are counted as sides of calls. */
export interface EdgeQuery {
  readonly range: LogRange;
  /** The rows that may contain the other sides of these spans; includes `range`. */
  readonly among: LogRange;
  /** Maximum time between the arrivals of the two sides of a call. */
  readonly waitNs: bigint;
  /** True if the namespaces of both services are labels of edges. */
  readonly withNamespaces: boolean;
}

/** The label sets of a project. */
export interface KnownSeries {
  readonly project_id: string;
  readonly metric: SpanMetric;
  readonly labels: readonly string[];
}

/**
 * Counts stored spans for the rounds and stores the sums. The sums that `add` has stored are the only state, so any
 * process can read `progress` and resume from there.
 *
 * - Rows below a committed position of the log MUST be complete, and every read MUST count them equally as long as they
 *   are stored.
 * - Every method rejects with a retryable AppError while ClickHouse is unavailable.
 */
export interface SpanMetricsStore {
  /** Resolves with the progress of the rounds, or undefined before the first round. */
  progress(signal: AbortSignal): Promise<SpanMetricsProgress | undefined>;
  /** Resolves with the blocks of a range, in log order. */
  blocks(range: LogRange, signal: AbortSignal): Promise<readonly ArrivedBlock[]>;
  /**
   * Resolves with the sums of `calls` that the spans of a range add. A span counts if it was not delivered before
   * within a day, has a service, and ended less than an hour before it arrived.
   */
  calls(range: LogRange, signal: AbortSignal): Promise<readonly ProjectSum[]>;
  /**
   * Resolves with the sums of edges that the spans of a range add. The same spans count as for `calls`. A client or
   * producer and a server or consumer directly below it are a pair if they arrived within `waitNs` of each other. A
   * pair is counted with the side that is later in the log. If no row is the other side of a span, the span counts as
   * unpaired, or as a call of the peer that its attributes name. Several sums may have the same labels and bucket.
   */
  edges(query: EdgeQuery, signal: AbortSignal): Promise<readonly ProjectSum[]>;
  /** Resolves with the label sets of some projects. */
  series(projectIds: readonly string[], signal: AbortSignal): Promise<readonly KnownSeries[]>;
  /**
   * Stores both the sums and the progress of a round, or neither. If several rounds have the same number, only the
   * first of them is stored. The other calls resolve too, and `progress` shows which round is stored.
   */
  add(
    sums: readonly ProjectSum[],
    progress: SpanMetricsProgress,
    signal: AbortSignal,
  ): Promise<void>;
  close(): Promise<void>;
}

/** Reads the sums of a project. */
export interface SpanMetricsReader {
  /** Resolves with the sums in the order of metric, labels and bucket. Rejects as reads do. */
  sums(projectId: string, signal: AbortSignal): Promise<readonly MetricSum[]>;
  close(): Promise<void>;
}
