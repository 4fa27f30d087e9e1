import { LRUCache } from 'lru-cache';

const MAX_PROJECTS = 100;
const MAX_SERVICES = 1000;
const none: ReadonlyMap<string, string> = new Map();

/** Remembers traces that have proved services. They prove nothing any more until they are looked up again. */
export class ServiceProofs {
  readonly #known = new LRUCache<string, ReadonlyMap<string, string>>({ max: MAX_PROJECTS });

  /** The traces by their services. */
  of(projectId: string): ReadonlyMap<string, string> {
    return this.#known.get(projectId) ?? none;
  }

  remember(projectId: string, proofs: ReadonlyMap<string, string>): void {
    this.#known.set(projectId, proofs.size > MAX_SERVICES ? none : proofs);
  }
}
