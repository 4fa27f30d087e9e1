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

/** Longer span names are truncated, because every label is held in memory and written by each scrape. */
export const MAX_NAME_CHARS = 1024;
/** Spans that arrive later than this after their end are not counted, because they would look like current traffic. */
export const MAX_AGE_NS = 3_600_000_000_000n;
/** A span that is delivered again within this time is not counted again. */
export const REPEAT_NS = 86_400_000_000_000n;

/**
 * The kinds of sums. `calls` has a duration, bytes and the labels service, name, kind, status; `request`, `failed`,
 * `server` and `client` belong to an edge of the service graph: client, server, type of connection, and optionally the
 * namespaces of both; `unpaired` counts one-sided calls: client, server.
 */
export type SpanMetric = 'calls' | 'request' | 'failed' | 'server' | 'client' | 'unpaired';

/** A sum, or an addition to it. */
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
  /** The time when the span arrived, in ns since the Unix epoch. */
  readonly receivedNs: bigint;
}

/** An addition to the sums of a project. */
export interface ProjectSum extends MetricSum {
  readonly project_id: string;
}

/** The progress of the rounds. */
export interface SpanMetricsProgress {
  /** Rounds are numbered from 1. */
  readonly round: number;
  /** A random number below 2^32 that identifies the author of the round. */
  readonly author: number;
  /** By partition, the position before which every row is counted as a span. */
  readonly positions: readonly bigint[];
  /** By partition, the position before which every row is counted as a side of a call. */
  readonly pairedTo: readonly bigint[];
}

/** A part of the log. */
export interface LogRange {
  /** By partition; undefined = from the beginning. */
  readonly from: readonly bigint[] | undefined;
  /** By partition, exclusive. */
  readonly to: readonly bigint[];
  /** Only rows received after this time. */
  readonly receivedAfter?: bigint | undefined;
}

/** The rows of one block of the log. */
export interface ArrivedBlock {
  readonly partition: number;
  readonly offset: bigint;
  readonly rows: number;
  /** The arrival of its first and last span, in ns since the Unix epoch. */
  readonly receivedNs: bigint;
  readonly lastReceivedNs: bigint;
}

/** The attributes that name the other side of a call, in the order of `CallHalf.peers`. */
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
 * Returns whether a peer attribute is an address, which is read only for database calls; other calls are not named by
 * addresses.
 */
export function isAddress(key: string): boolean {
  return key.startsWith('server.') || key.startsWith('network.');
}

/** Selects the spans to count as sides of calls. */
export interface EdgeQuery {
  readonly range: LogRange;
  /** The rows that may contain their other sides; includes `range`. */
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
 * Reads what rounds need to count stored spans, and stores their sums. The sums that `add` stores are the only state:
 * any process that reads `progress` resumes from there.
 *
 * - Rows below a committed position of the log MUST be complete, and MUST be counted equally on every read, as long as
 *   they are stored.
 * - Every method rejects with a retryable AppError while ClickHouse is unavailable.
 */
export interface SpanMetricsStore {
  /** Undefined before the first round. */
  progress(signal: AbortSignal): Promise<SpanMetricsProgress | undefined>;
  /** The blocks of a range, in the order of the log. */
  blocks(range: LogRange, signal: AbortSignal): Promise<readonly ArrivedBlock[]>;
  /**
   * Returns the sums of `calls` that the spans of a range add. It counts spans that were not delivered before within a
   * day, have a service, and ended less than an hour before they arrived.
   */
  calls(range: LogRange, signal: AbortSignal): Promise<readonly ProjectSum[]>;
  /**
   * Returns the sums of edges that the same spans of a range add. A client or producer and each server or consumer
   * below it are a pair if they arrived within `waitNs` of each other. A pair is counted with the side that is later in
   * the log. A span without another side among all rows counts as unpaired, or as a call of the peer that its
   * attributes name. Several sums may have the same labels and bucket.
   */
  edges(query: EdgeQuery, signal: AbortSignal): Promise<readonly ProjectSum[]>;
  /** The label sets of some projects. */
  series(projectIds: readonly string[], signal: AbortSignal): Promise<readonly KnownSeries[]>;
  /**
   * Stores the sums and the progress of a round together, or neither. Of several rounds with one number only the first
   * is stored; the others resolve too, and `progress` shows which round was stored.
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
  /** Ordered by metric, labels and bucket. Rejects as reads do. */
  sums(projectId: string, signal: AbortSignal): Promise<readonly MetricSum[]>;
  close(): Promise<void>;
}
