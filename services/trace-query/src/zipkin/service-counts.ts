import { LRUCache } from 'lru-cache';

const MAX_PROJECTS = 10_000;
/**
 * If a project has no more than this number of services, clients must not cache its lists of names. A new user has few
 * services, and each new service should appear immediately.
 */
const FEW_SERVICES = 3;

/** Caches the number of services in each project's last list. */
export class ServiceCounts {
  readonly #counts = new LRUCache<string, number>({ max: MAX_PROJECTS });

  set(projectId: string, count: number): void {
    this.#counts.set(projectId, count);
  }

  /** Returns true if clients may cache lists of names for a few minutes. */
  isSettled(projectId: string): boolean {
    return (this.#counts.get(projectId) ?? 0) > FEW_SERVICES;
  }
}
