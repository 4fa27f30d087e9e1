import type { Kysely } from 'kysely';
import { type Catalog, DEFAULT_PROJECT_ID, type Project } from './catalog.js';
import type { CatalogDatabase } from './catalog-database.js';
import { catalogUnavailable } from './catalog-unavailable.js';

/** The catalog's statements, the same on every database kysely speaks to. */
export class KyselyCatalog implements Catalog {
  readonly #db: Kysely<CatalogDatabase>;

  constructor(db: Kysely<CatalogDatabase>) {
    this.#db = db;
  }

  async getProject(projectId: string): Promise<Project | undefined> {
    const query = this.#db.selectFrom('projects').selectAll().where('project_id', '=', projectId);
    try {
      return await query.executeTakeFirst();
    } catch (error) {
      throw catalogUnavailable('the catalog cannot be read', error);
    }
  }

  async defaultProject(): Promise<Project> {
    const project = await this.getProject(DEFAULT_PROJECT_ID);
    if (project === undefined) {
      throw catalogUnavailable('the catalog has no default project: it is not migrated');
    }
    return project;
  }

  async check(): Promise<void> {
    await this.defaultProject();
  }

  async close(): Promise<void> {
    await this.#db.destroy();
  }
}
