import type { Catalog, Project } from '@spanhouse/catalog';
import type { Clock, Health, Logger } from '@spanhouse/service-runtime';

export interface ProjectCacheOptions {
  readonly catalog: Pick<Catalog, 'getProject'>;
  readonly clock: Clock;
  readonly health: Pick<Health, 'reached' | 'lost'>;
  readonly logger: Logger;
  /** How long a project is used before it is read again; also the pause after a failed read. */
  readonly ttlMs: number;
}

interface Entry {
  readonly project: Project;
  freshUntilMs: number;
}

/**
 * The catalog as the ingest path sees it: a known project is served from memory, also when it has
 * gone stale and the catalog is away. Only projects that exist are kept.
 */
export class ProjectCache {
  readonly #options: ProjectCacheOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #loads = new Map<string, Promise<Project | undefined>>();

  constructor(options: ProjectCacheOptions) {
    this.#options = options;
  }

  /** Rejects as the catalog does, but only for a project it has never read. */
  async get(projectId: string): Promise<Project | undefined> {
    const entry = this.#entries.get(projectId);
    if (entry !== undefined && this.#options.clock.nowMs() < entry.freshUntilMs) {
      return entry.project;
    }
    let load = this.#loads.get(projectId);
    if (load === undefined) {
      load = this.#load(projectId, entry).finally(() => this.#loads.delete(projectId));
      this.#loads.set(projectId, load);
    }
    return await load;
  }

  async #load(projectId: string, stale: Entry | undefined): Promise<Project | undefined> {
    const { catalog, clock, health, logger, ttlMs } = this.#options;
    try {
      const project = await catalog.getProject(projectId);
      health.reached('catalog');
      if (project === undefined) {
        this.#entries.delete(projectId);
      } else {
        this.#entries.set(projectId, { project, freshUntilMs: clock.nowMs() + ttlMs });
      }
      return project;
    } catch (error) {
      health.lost('catalog', String(error));
      if (stale === undefined) {
        throw error;
      }
      logger.warn({ err: error, projectId }, 'catalog away, serving the known project');
      stale.freshUntilMs = clock.nowMs() + ttlMs;
      return stale.project;
    }
  }
}
