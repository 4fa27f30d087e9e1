import type { IngestAnswer, Readiness } from '@spanhouse/span-schema/api';
import { callAsAdmin } from '../admin/admin-key.js';
import { addressOf } from '../api/call.js';

export type PartitionState = IngestAnswer['partitions'][number];
/** A code, and the number of entries that the gateways dropped with it. */
export type DroppedCode = IngestAnswer['dropped'][number];

/** All data that the page shows at one moment. `readiness` is undefined if the page cannot read it. */
export interface IngestReading extends IngestAnswer {
  readonly readiness: Readiness | undefined;
}

/** Reads the ingest figures and the readiness in parallel. */
export async function readIngest(signal: AbortSignal): Promise<IngestReading> {
  const [answer, readiness] = await Promise.all([
    callAsAdmin<IngestAnswer>('/admin/ingest', { signal }),
    readReadiness(signal),
  ]);
  return { ...answer, readiness };
}

/** Reads the readiness. A response with status 503 lists the unavailable dependencies. */
async function readReadiness(signal: AbortSignal): Promise<Readiness | undefined> {
  try {
    const response = await fetch(addressOf('/readyz'), { signal });
    const body: Partial<Readiness> = await response.json();
    return body.status === undefined ? undefined : (body as Readiness);
  } catch (error) {
    if (signal.aborted) {
      throw error;
    }
    return undefined; // a proxy may not forward this route
  }
}
