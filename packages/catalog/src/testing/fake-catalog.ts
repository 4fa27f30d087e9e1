import { randomUUID } from 'node:crypto';
import { compareCodePoints } from '@spanhouse/span-schema';
import { allPermissions } from '../authentication/permission.js';
import {
  type Account,
  type ApiKey,
  type Catalog,
  defaultProjectId,
  defaultUserId,
  type KeyHolder,
  type ListedProject,
  type NewAccount,
  type NewKey,
  type Project,
  type ProjectPage,
} from '../catalog.js';
import { catalogUnavailable } from '../catalog-unavailable.js';

type ProjectOrder = Pick<Project, 'name' | 'project_id'>;

interface StoredKey extends NewKey, ApiKey {
  readonly user_id: string;
}

const now = '2026-05-01T10:00:00.000Z';

/** A migrated catalog in memory. `goAway` makes it unavailable, and `comeBack` makes it available again. */
export class FakeCatalog implements Catalog {
  readonly #projects = new Map<string, Project>();
  readonly #owners = new Map<string, string>();
  readonly #users = new Map<string, string>();
  readonly #keys = new Map<string, StoredKey>();
  #isAway = false;
  reads = 0;

  constructor() {
    this.putProject(anyProject({ project_id: defaultProjectId, name: 'default' }));
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
    return this.#answer(() => this.#projects.get(projectId));
  }

  async defaultProject(): Promise<Project> {
    const project = await this.getProject(defaultProjectId);
    if (project === undefined) {
      throw catalogUnavailable('the fake catalog has no default project');
    }
    return project;
  }

  listProjects({ prefix, after, limit }: ProjectPage): Promise<readonly ListedProject[]> {
    return this.#answer(() =>
      [...this.#projects.values()]
        .filter(({ name }) => name.startsWith(prefix))
        .toSorted(compareProjects)
        .filter((project) => after === undefined || compareProjects(project, after) > 0)
        .slice(0, limit)
        .map((project) => ({ ...project, keys: this.#activeKeys(project.project_id) })),
    );
  }

  #activeKeys(projectId: string): number {
    return [...this.#keys.values()].filter(
      ({ project_id, revoked_at }) => project_id === projectId && revoked_at === null,
    ).length;
  }

  updateProject(projectId: string, changes: Partial<Project>): Promise<Project | undefined> {
    return this.#answer(() => {
      const project = this.#projects.get(projectId);
      if (project !== undefined) {
        this.putProject({ ...project, ...changes });
      }
      return this.#projects.get(projectId);
    });
  }

  createAccounts(accounts: readonly NewAccount[]): Promise<readonly Account[]> {
    return this.#answer(() => accounts.map((account) => this.#createAccount(account)));
  }

  createKey(key: NewKey): Promise<ApiKey | undefined> {
    return this.#answer(() => (this.#projects.has(key.project_id) ? this.#putKey(key) : undefined));
  }

  listKeys(projectId: string): Promise<readonly ApiKey[]> {
    return this.#answer(() => {
      const keys = [...this.#keys.values()].filter(({ project_id }) => project_id === projectId);
      return keys.map(toApiKey).toReversed();
    });
  }

  revokeKey(keyId: string): Promise<ApiKey | undefined> {
    return this.#answer(() => {
      const key = this.#keys.get(keyId);
      if (key === undefined) {
        return undefined;
      }
      const revoked = { ...key, revoked_at: key.revoked_at ?? now };
      this.#keys.set(keyId, revoked);
      return toApiKey(revoked);
    });
  }

  findKey(prefix: string): Promise<KeyHolder | undefined> {
    return this.#answer(() => {
      const isMeant = (key: StoredKey) => key.prefix === prefix && key.revoked_at === null;
      const key = [...this.#keys.values()].find(isMeant);
      if (key === undefined) {
        return undefined;
      }
      const { hash, name, project_id, user_id, permissions } = key;
      const { retention_days = null, prices = null } = this.#projects.get(project_id) ?? {};
      return { hash, name, project_id, user_id, permissions, retention_days, prices };
    });
  }

  async check(): Promise<void> {
    await this.defaultProject();
  }

  close(): Promise<void> {
    this.#isAway = true;
    return Promise.resolve();
  }

  #createAccount({ email, project_name, key }: NewAccount): Account {
    const user_id = this.#users.get(email) ?? randomUUID();
    const project_id = randomUUID();
    this.#users.set(email, user_id);
    this.putProject(anyProject({ project_id, name: project_name }));
    this.#owners.set(project_id, user_id);
    if (key !== null) {
      this.#putKey({ ...key, project_id, name: null, permissions: allPermissions });
    }
    return { user: { user_id, email }, project_id };
  }

  #putKey(key: NewKey): ApiKey {
    const user_id = this.#owners.get(key.project_id) ?? defaultUserId;
    const stored = { ...key, key_id: randomUUID(), user_id, created_at: now, revoked_at: null };
    this.#keys.set(stored.key_id, stored);
    return toApiKey(stored);
  }

  async #answer<T>(answer: () => T): Promise<T> {
    this.reads++;
    if (this.#isAway) {
      throw catalogUnavailable('the fake catalog is unavailable');
    }
    return await Promise.resolve(answer());
  }
}

function compareProjects(left: ProjectOrder, right: ProjectOrder): number {
  return (
    compareCodePoints(left.name, right.name) || compareCodePoints(left.project_id, right.project_id)
  );
}

function toApiKey({ key_id, prefix, name, permissions, created_at, revoked_at }: ApiKey): ApiKey {
  return { key_id, prefix, name, permissions, created_at, revoked_at };
}

export function anyProject(changes: Partial<Project> = {}): Project {
  return {
    project_id: '018f6d5e-0000-7000-8000-000000000001',
    name: 'any',
    retention_days: null,
    prices: null,
    created_at: now,
    ...changes,
  };
}
