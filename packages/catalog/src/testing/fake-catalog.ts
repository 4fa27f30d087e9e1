import { type Catalog, DEFAULT_PROJECT_ID, type Project } from '../catalog.js';
import { catalogUnavailable } from '../catalog-unavailable.js';

/** A catalog in memory, migrated from the start, that can be taken away and brought back. */
export class FakeCatalog implements Catalog {
  readonly #projects = new Map<string, Project>();
  #isAway = false;
  reads = 0;

  constructor() {
    this.putProject(anyProject({ project_id: DEFAULT_PROJECT_ID, name: 'default' }));
  }

  putProject(project: Project): void {
    this.#projects.set(project.project_id, project);
  }

  goAway(): void {
    this.#isAway = true;
  }

  comeBack(): void {
    this.#isAway = false;
  }

  getProject(projectId: string): Promise<Project | undefined> {
    this.reads++;
    return this.#isAway
      ? Promise.reject(catalogUnavailable('the fake catalog is away'))
      : Promise.resolve(this.#projects.get(projectId));
  }

  async defaultProject(): Promise<Project> {
    const project = await this.getProject(DEFAULT_PROJECT_ID);
    if (project === undefined) {
      throw catalogUnavailable('the fake catalog has no default project');
    }
    return project;
  }

  async check(): Promise<void> {
    await this.defaultProject();
  }

  close(): Promise<void> {
    this.#isAway = true;
    return Promise.resolve();
  }
}

export function anyProject(changes: Partial<Project> = {}): Project {
  return {
    project_id: '018f6d5e-0000-7000-8000-000000000001',
    name: 'any',
    retention_days: null,
    created_at: '2026-05-01T10:00:00.000Z',
    ...changes,
  };
}
