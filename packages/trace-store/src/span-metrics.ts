/** Upper bounds of the buckets for `calls`, in ns. The last bucket has no upper bound. */
export const callBounds: readonly bigint[] = doublings(2_000_000n, 14);
/** Upper bounds of the buckets for `server` and `client`, in ns. The last bucket has no upper bound. */
export const edgeBounds: readonly bigint[] = doublings(100_000_000n, 8);

function doublings(first: bigint, count: number): readonly bigint[] {
  return Array.from({ length: count }, (_, power) => first << BigInt(power));
}

/** Returns the bucket of a duration: the index of the first bound that is not below the duration. */
export function bucketOf(bounds: readonly bigint[], durationNs: bigint): number {
  const index = bounds.findIndex((bound) => durationNs <= bound);
  return index < 0 ? bounds.length : index;
}

/**
 * Maximum length of a span name in a label. Longer names are truncated, because every label is kept in memory and
 * included in each scrape.
 */
export const MAX_NAME_CHARS = 1024;
/**
 * Maximum time between the end of a span and its arrival. Spans that arrive later are not counted, because they would
 * appear as current traffic.
 */
export const MAX_AGE_NS = 3_600_000_000_000n;
/** Time after a span's delivery during which another delivery of the same span is not counted. */
export const REPEAT_NS = 86_400_000_000_000n;

/**
 * The metrics of spans and of the calls between services.
 *
 * - `calls` has a duration, a number of bytes, and the labels service, name, kind and status.
 * - `request`, `failed`, `server` and `client` describe an edge of the service graph. Their labels are client, server,
 *   connection type and, if requested, the namespaces of both services.
 * - `unpaired` counts calls with only one known side. Its labels are client and server.
 */
export type SpanMetric = 'calls' | 'request' | 'failed' | 'server' | 'client' | 'unpaired';

/** A sum, or an amount to be added to a sum. */
export interface MetricSum {
  readonly metric: SpanMetric;
  readonly labels: readonly string[];
  readonly bucket: number;
  readonly amount: bigint;
  readonly totalNs: bigint;
  readonly totalBytes: bigint;
  readonly exemplar: Exemplar | undefined;
}

/** An example span from a bucket. */
export interface Exemplar {
  readonly trace_id: string;
  readonly durationNs: bigint;
  /** Time at which the span arrived, in ns since the Unix epoch. */
  readonly receivedNs: bigint;
}

/** An amount to be added to one of a project's sums. */
export interface ProjectSum extends MetricSum {
  readonly project_id: string;
}

/** Progress of the rounds that count spans. */
export interface SpanMetricsProgress {
  /** Number of the last round. Rounds are numbered from 1. */
  readonly round: number;
  /** Random number below 2^32. It identifies the process that counted the round. */
  readonly author: number;
  /** For each partition, the position before which all rows have been counted as spans. */
  readonly positions: readonly bigint[];
  /** For each partition, the position before which all rows have been counted as sides of calls. */
  readonly pairedTo: readonly bigint[];
}

/** A part of the log. */
export interface LogRange {
  /** For each partition, the first position; undefined means from the beginning of the log. */
  readonly from: readonly bigint[] | undefined;
  /** For each partition, the exclusive end. */
  readonly to: readonly bigint[];
  /** Exclusive lower bound for the receive time of the rows; undefined means no bound. */
  readonly receivedAfter?: bigint | undefined;
}

/** The rows of one block of the log. */
export interface ArrivedBlock {
  readonly partition: number;
  readonly offset: bigint;
  readonly rows: number;
  /** Arrival times of the first and the last span, in ns since the Unix epoch. */
  readonly receivedNs: bigint;
  readonly lastReceivedNs: bigint;
}

/** The attributes that name the other side of a call, in the order of the column `peers`. */
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
 * Returns whether a peer attribute with this key is part of an address. An address names the other side only in
 * database calls, so addresses are not read for other calls.
 */
export function isAddress(key: string): boolean {
  return key.startsWith('server.') || key.startsWith('network.');
}

/** A request to count spans as sides of calls. */
export interface EdgeQuery {
  readonly range: LogRange;
  /** The rows that are searched for the other sides of the counted spans. They include the rows of `range`. */
  readonly among: LogRange;
  /** Maximum time between the arrivals of the two sides of one call. */
  readonly waitNs: bigint;
  /** True if edges have the namespaces of both services as labels. */
  readonly withNamespaces: boolean;
}

/** The existing label sets of a project. */
export interface KnownSeries {
  readonly project_id: string;
  readonly metric: SpanMetric;
  readonly labels: readonly string[];
}

/**
 * Counts stored spans for the rounds and stores the resulting sums. The store keeps no other state, so any process can
 * read `progress` and continue from there.
 *
 * - The caller MUST NOT pass a log position until all rows before this position are stored. If a range is read again,
 *   the rows that are still stored MUST give the same counts.
 * - Every method rejects with a retryable AppError while ClickHouse is unavailable.
 */
export interface SpanMetricsStore {
  /** Resolves with the progress of the rounds, or undefined before the first round. */
  progress(signal: AbortSignal): Promise<SpanMetricsProgress | undefined>;
  /** Resolves with the blocks in a range, in log order. */
  blocks(range: LogRange, signal: AbortSignal): Promise<readonly ArrivedBlock[]>;
  /**
   * Resolves with the amounts that the spans in a range add to `calls`. A span is counted if it has a service, ended
   * less than an hour before it arrived, and was not already delivered within the previous day.
   */
  calls(range: LogRange, signal: AbortSignal): Promise<readonly ProjectSum[]>;
  /**
   * Resolves with the amounts that the spans in a range add to edges. The same spans are counted as for `calls`.
   *
   * - A pair is a client or producer, and a server or consumer directly below it. Both sides must arrive within
   *   `waitNs` of each other. A pair is counted in the range that contains its later side in the log.
   * - If the other side of a span's call is missing, the span counts as a call of the peer that its attributes name. If
   *   they name no peer, the span counts as unpaired.
   * - Several amounts may have the same labels and bucket.
   */
  edges(query: EdgeQuery, signal: AbortSignal): Promise<readonly ProjectSum[]>;
  /** Resolves with the label sets of the given projects. */
  series(projectIds: readonly string[], signal: AbortSignal): Promise<readonly KnownSeries[]>;
  /**
   * Stores the sums and the progress of a round together or not at all. If several callers store a round with the same
   * number, only the first of these rounds is stored. The other calls resolve too, and `progress` then shows which
   * round is stored.
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
  /** Resolves with the sums, ordered by metric, labels and bucket. Rejects with the same errors as a read. */
  sums(projectId: string, signal: AbortSignal): Promise<readonly MetricSum[]>;
  close(): Promise<void>;
}
