import { callAsAdmin } from '../admin/admin-key.js';
import { addressOf } from '../api/call.js';

/** How far the consumers are in one partition of the log. */
export interface PartitionState {
  readonly partition: number;
  readonly end: number;
  readonly committed: number;
  readonly lag_records: number;
  readonly lag_seconds: number;
}

/** How many entries of one code the gateways dropped. */
export interface DroppedCode {
  readonly code: string;
  readonly count: number;
}

/** The answer of `GET /admin/ingest`; see docs/api/limits.md. */
interface IngestAnswer {
  readonly at: string;
  readonly partitions: readonly PartitionState[];
  readonly time_to_visible_ms: Readonly<Record<'p50' | 'p95' | 'max', number | null>>;
  readonly accepted_per_second: number;
  readonly dropped: readonly DroppedCode[];
  /** Absent if the only gateway is in the process that answers. */
  readonly gateways?: number;
  readonly dead_letters: number;
  readonly store: { readonly rows: number; readonly bytes: number; readonly free_bytes: number };
}

/** The answer of `GET /readyz`, whatever its status. */
export interface Readiness {
  readonly status: 'starting' | 'ready' | 'draining';
  readonly dependencies: Readonly<
    Record<string, { readonly state: string; readonly reason?: string }>
  >;
  readonly warnings?: Readonly<Record<string, string>>;
}

/** Everything that the page shows at a time. `readiness` is undefined if it cannot be read here. */
export interface IngestReading extends IngestAnswer {
  readonly readiness: Readiness | undefined;
}

/** Reads the numbers and the readiness at once. */
export async function readIngest(signal: AbortSignal): Promise<IngestReading> {
  const [answer, readiness] = await Promise.all([
    callAsAdmin<IngestAnswer>('/admin/ingest', { signal }),
    readReadiness(signal),
  ]);
  return { ...answer, readiness };
}

/** Reads the readiness, which says what is missing in a body with the status 503. */
async function readReadiness(signal: AbortSignal): Promise<Readiness | undefined> {
  try {
    const response = await fetch(addressOf('/readyz'), { signal });
    const body: Partial<Readiness> = await response.json();
    return body.status === undefined ? undefined : (body as Readiness);
  } catch (error) {
    if (signal.aborted) {
      throw error;
    }
    return undefined; // a proxy may keep this route to itself
  }
}
