/** The upper bounds of the buckets of `calls`, in ns; a last bucket has no bound. */
export const callBounds: readonly bigint[] = doublings(2_000_000n, 14);
/** The same of `server` and `client`. */
export const edgeBounds: readonly bigint[] = doublings(100_000_000n, 8);

function doublings(first: bigint, count: number): readonly bigint[] {
  return Array.from({ length: count }, (_, power) => first << BigInt(power));
}

/** Returns the index of the bucket of a duration: of the first bound that it does not exceed. */
export function bucketOf(bounds: readonly bigint[], durationNs: bigint): number {
  const index = bounds.findIndex((bound) => durationNs <= bound);
  return index < 0 ? bounds.length : index;
}

/** Longer names of spans are cut: every label is held in memory and written by each scrape. */
export const MAX_NAME_CHARS = 1024;
/** Spans that end longer than this before they arrive are not counted: they would look like traffic of now. */
export const MAX_AGE_NS = 3_600_000_000_000n;
/** A span that is delivered again within this time is not counted again. */
export const REPEAT_NS = 86_400_000_000_000n;

/**
 * What is summed. `calls` has a duration, bytes and the labels service, name, kind, status; `request`, `failed`,
 * `server` and `client` belong to an edge of the service graph: client, server, type of connection, and perhaps the
 * namespaces of both; `unpaired` counts halves of calls: client, server.
 */
export type SpanMetric = 'calls' | 'request' | 'failed' | 'server' | 'client' | 'unpaired';

/** A sum, or what is added to it. */
export interface MetricSum {
  readonly metric: SpanMetric;
  readonly labels: readonly string[];
  readonly bucket: number;
  readonly amount: bigint;
  readonly totalNs: bigint;
  readonly totalBytes: bigint;
  readonly exemplar: Exemplar | undefined;
}

/** A span of a bucket. */
export interface Exemplar {
  readonly trace_id: string;
  readonly durationNs: bigint;
  /** When the span arrived, in ns since the Unix epoch. */
  readonly receivedNs: bigint;
}

/** What is added to the sums of a project. */
export interface ProjectSum extends MetricSum {
  readonly project_id: string;
}

/** How far the rounds are. */
export interface SpanMetricsProgress {
  /** Rounds are numbered from 1. */
  readonly round: number;
  /** A random number below 2^32 that tells apart who stored the round. */
  readonly author: number;
  /** By partition: every row below is counted as a span. */
  readonly positions: readonly bigint[];
  /** By partition: every row below is counted as a side of a call. */
  readonly pairedTo: readonly bigint[];
}

/** A part of the log. */
export interface LogRange {
  /** By partition; undefined = from the beginning. */
  readonly from: readonly bigint[] | undefined;
  /** By partition, exclusive. */
  readonly to: readonly bigint[];
  /** Only rows that were received after this time. */
  readonly receivedAfter?: bigint | undefined;
}

/** The rows of one block of the log. */
export interface ArrivedBlock {
  readonly partition: number;
  readonly offset: bigint;
  readonly rows: number;
  /** When the first and the last of its spans arrived, in ns since the Unix epoch. */
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

/** Whether the key of a peer is read only for spans that call a database: other calls are not named by addresses. */
export function isAddress(key: string): boolean {
  return key.startsWith('server.') || key.startsWith('network.');
}

/** Which spans to count as sides of calls, and how. */
export interface EdgeQuery {
  readonly range: LogRange;
  /** The rows among which their other sides may be; `range` is a part of it. */
  readonly among: LogRange;
  /** How far apart the two sides of a call may arrive. */
  readonly waitNs: bigint;
  /** Whether edges have the namespaces of both services as labels. */
  readonly withNamespaces: boolean;
}

/** The label sets of a project. */
export interface KnownSeries {
  readonly project_id: string;
  readonly metric: SpanMetric;
  readonly labels: readonly string[];
}

/**
 * What rounds need to count the spans of the store. The sums that `add` stores are the only state: whoever reads
 * `progress` goes on from there.
 *
 * - Rows below a committed position of the log MUST be complete, and MUST be counted the same however often they
 *   are read, as long as they are stored.
 * - Every method rejects with a retryable AppError while ClickHouse is unavailable.
 */
export interface SpanMetricsStore {
  /** Undefined before the first round. */
  progress(signal: AbortSignal): Promise<SpanMetricsProgress | undefined>;
  /** The blocks of a range, in the order of the log. */
  blocks(range: LogRange, signal: AbortSignal): Promise<readonly ArrivedBlock[]>;
  /**
   * The sums of `calls` that the spans of a range add: of those that are delivered for the first time within a day,
   * have a service, and ended less than an hour before they arrived.
   */
  calls(range: LogRange, signal: AbortSignal): Promise<readonly ProjectSum[]>;
  /**
   * The sums of edges that the same spans of a range add. A client or producer and the servers and consumers below
   * it are a pair if they arrived within `waitNs` of each other. A pair is counted with the side that is later in the
   * log; a span without another side among all rows counts as unpaired, or as a call of what its attributes name.
   * Several sums may have the same labels and bucket.
   */
  edges(query: EdgeQuery, signal: AbortSignal): Promise<readonly ProjectSum[]>;
  /** The label sets of some projects. */
  series(projectIds: readonly string[], signal: AbortSignal): Promise<readonly KnownSeries[]>;
  /**
   * Stores a round: its sums and its progress together or neither. Of the rounds with one number only the first is
   * stored; the others resolve as well, and `progress` tells which it was.
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
  /** In the order of metric, labels and bucket. Rejects as reads do. */
  sums(projectId: string, signal: AbortSignal): Promise<readonly MetricSum[]>;
  close(): Promise<void>;
}
