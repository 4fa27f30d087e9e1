import { randomUUID } from 'node:crypto';
import type {
  Actor,
  Created,
  EntitySelection,
  SavedQuery,
  SavedQueryStore,
  SavedQueryVariant,
} from '../../src/index.js';

/** A database that is opened twice to simulate two processes. */
export interface SavedQueryHarness {
  readonly stores: readonly [SavedQueryStore, SavedQueryStore];
  takeAway(): Promise<void>;
  bringBack(): Promise<void>;
  remove(): Promise<void>;
}

/** Fixtures for a test. Each test has a separate project. The harness is set before the first test. */
export class SavedQueryWorld {
  harness!: SavedQueryHarness;
  actor = anActor();

  get store(): SavedQueryStore {
    return this.harness.stores[0];
  }

  get other(): SavedQueryStore {
    return this.harness.stores[1];
  }

  async aQuery(slug = 'slow-calls'): Promise<SavedQuery> {
    return made(await this.store.createQuery(this.actor, { id: undefined, slug, details: {} }));
  }

  /** Creates a variant of a new query `of-<slug>`. */
  async aVariant(slug = 'main'): Promise<SavedQueryVariant> {
    const { id: query_id } = await this.aQuery(`of-${slug}`);
    return made(await this.store.createVariant(this.actor, { query_id, slug, details: {} }));
  }

  commit(query_variant_id: string, slug: string, by = this.store) {
    return by.commit(this.actor, { query_variant_id, slug, details: {}, data });
  }

  /** Returns at most ten revisions of a variant, newest first. */
  log(query_variant_id: string) {
    const from = { query_variant_id, version: undefined, depth: 10 };
    return this.store.log(this.actor.project_id, from);
  }
}

export const uuidV7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?Z$/;
export const unknown = '018f6d5e-0000-7000-8000-00000000ffff';
export const data = {
  filtering: { conditions: [{ field: 'trace_id', value: 18446744073709551615n }] },
};

export function anActor(): Actor {
  return { project_id: randomUUID(), user_id: randomUUID() };
}

export const { signal } = new AbortController();

export function selectAll(actor: Actor, changes: Partial<EntitySelection> = {}): EntitySelection {
  return {
    project_id: actor.project_id,
    refs: {},
    slugs: undefined,
    details: {},
    includeArchived: false,
    oldest: undefined,
    newest: undefined,
    order: 'descending',
    after: undefined,
    limit: 100,
    ...changes,
  };
}

export function made<Entity>(outcome: Created<Entity>): Entity {
  if (outcome.status !== 'created') {
    throw new Error(`not created: ${outcome.status}`);
  }
  return outcome.entity;
}
