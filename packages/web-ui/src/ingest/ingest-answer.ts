import type { IngestAnswer } from '@spanhouse/span-schema/api';
import { callAsAdmin } from '../admin/admin-key.js';
import { addressOf } from '../api/call.js';

export type PartitionState = IngestAnswer['partitions'][number];
/** The number of entries that the gateways dropped with one code. */
export type DroppedCode = IngestAnswer['dropped'][number];

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
