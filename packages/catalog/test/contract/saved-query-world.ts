import { randomUUID } from 'node:crypto';
import type {
  Actor,
  Created,
  EntitySelection,
  SavedQuery,
  SavedQueryRevision,
  SavedQueryStore,
  SavedQueryVariant,
} from '../../src/index.js';

/** One database opened twice, as two processes would open it. */
export interface SavedQueryHarness {
  readonly stores: readonly [SavedQueryStore, SavedQueryStore];
  takeAway(): Promise<void>;
  bringBack(): Promise<void>;
  remove(): Promise<void>;
}

/** The fixtures of a test. Every test has its own project. */
export interface SavedQueryWorld {
  readonly harness: SavedQueryHarness;
  readonly store: SavedQueryStore;
  readonly other: SavedQueryStore;
  actor: Actor;
  aQuery(slug?: string): Promise<SavedQuery>;
  /** Creates a variant of a new query `of-<slug>`. */
  aVariant(slug?: string): Promise<SavedQueryVariant>;
  commit(
    variantId: string,
    slug: string,
    by?: SavedQueryStore,
  ): Promise<Created<SavedQueryRevision>>;
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

export function createWorld(harness: SavedQueryHarness): SavedQueryWorld {
  const [store, other] = harness.stores;
  const w: SavedQueryWorld = {
    harness,
    store,
    other,
    actor: anActor(),
    aQuery: async (slug = 'slow-calls') =>
      made(await store.createQuery(w.actor, { id: undefined, slug, details: {} })),
    async aVariant(slug = 'main') {
      const { id: query_id } = await w.aQuery(`of-${slug}`);
      return made(await store.createVariant(w.actor, { query_id, slug, details: {} }));
    },
    commit: (query_variant_id, slug, by = store) =>
      by.commit(w.actor, { query_variant_id, slug, details: {}, data: data }),
  };
  return w;
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

export function made<Entity>(outcome: Created<Entity> | { readonly status: 'exists' }): Entity {
  if (outcome.status !== 'created') {
    throw new Error(`not created: ${outcome.status}`);
  }
  return outcome.entity;
}
