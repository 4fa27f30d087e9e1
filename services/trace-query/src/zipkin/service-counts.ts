import { LRUCache } from 'lru-cache';

const MAX_PROJECTS = 10_000;
/** A new user has few services, and should see each further one at once. */
const FEW_SERVICES = 3;

/** Keeps the number of services in the last list of each project. */
export class ServiceCounts {
  readonly #counts = new LRUCache<string, number>({ max: MAX_PROJECTS });

  set(projectId: string, count: number): void {
    this.#counts.set(projectId, count);
  }

  /** Returns whether clients may cache lists of names for some minutes. */
  isSettled(projectId: string): boolean {
    return (this.#counts.get(projectId) ?? 0) > FEW_SERVICES;
  }
}
