import { LRUCache } from 'lru-cache';

const MAX_PROJECTS = 100;
const MAX_SERVICES = 1000;
const none: ReadonlyMap<string, ServiceProof> = new Map();

/** A trace that has one row for each span, one of which has the service. */
export interface ServiceProof {
  readonly traceId: string;
  readonly rowCount: number;
  /** The time from which rows of the trace may have expired, in ns since the Unix epoch. */
  readonly expiresAt: bigint | undefined;
}

/** Remembers traces that have proved services. They prove nothing any more until their rows are counted again. */
export class ServiceProofs {
  readonly #known = new LRUCache<string, ReadonlyMap<string, ServiceProof>>({ max: MAX_PROJECTS });

  /** The traces by their services. */
  of(projectId: string): ReadonlyMap<string, ServiceProof> {
    return this.#known.get(projectId) ?? none;
  }

  remember(projectId: string, proofs: ReadonlyMap<string, ServiceProof>): void {
    this.#known.set(projectId, proofs.size > MAX_SERVICES ? none : proofs);
  }
}
