import { LRUCache } from 'lru-cache';

const MAX_PROJECTS = 100;
const MAX_SERVICES = 1000;
const none: ReadonlyMap<string, ServiceProof> = new Map();

/** A trace that has a span of the service and exactly one row per span. */
export interface ServiceProof {
  readonly traceId: string;
  readonly rowCount: number;
  /** Time after which rows of the trace may have expired, in ns since the Unix epoch. */
  readonly expiresAt: bigint | undefined;
}

/**
 * Remembers, for each service, one trace that proves that the service has current spans. A caller must count the rows
 * of the trace before it relies on the proof again.
 */
export class ServiceProofs {
  readonly #known = new LRUCache<string, ReadonlyMap<string, ServiceProof>>({ max: MAX_PROJECTS });

  /** Returns the proofs of a project, by service. */
  of(projectId: string): ReadonlyMap<string, ServiceProof> {
    return this.#known.get(projectId) ?? none;
  }

  remember(projectId: string, proofs: ReadonlyMap<string, ServiceProof>): void {
    this.#known.set(projectId, proofs.size > MAX_SERVICES ? none : proofs);
  }
}
