import { LRUCache } from 'lru-cache';

const MAX_PROJECTS = 10_000;
/**
 * Up to this number of services, clients may not cache a project's lists of names: a new user has few services, and
 * each new service should appear immediately.
 */
const FEW_SERVICES = 3;

/** Caches the number of services in each project's last list. */
export class ServiceCounts {
  readonly #counts = new LRUCache<string, number>({ max: MAX_PROJECTS });

  set(projectId: string, count: number): void {
    this.#counts.set(projectId, count);
  }

  /** Returns true if clients may cache lists of names for some minutes. */
  isSettled(projectId: string): boolean {
    return (this.#counts.get(projectId) ?? 0) > FEW_SERVICES;
  }
}
