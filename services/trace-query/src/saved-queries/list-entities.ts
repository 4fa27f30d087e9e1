import type {
  EntitySelection,
  SavedQueryEntities,
  SavedQueryLevel,
  SavedQueryStore,
} from '@spanhouse/catalog';
import type { Clock, TokenSigner } from '@spanhouse/service-runtime';
import { parseUuid, toDashedUuid, type Windowing } from '@spanhouse/span-schema';
import { type CursorCodec, createCursorCodec, decodeOr400 } from '../paging/cursor.js';
import type { ShownWindow } from '../paging/list-request.js';
import {
  continueWindow,
  isClamped,
  openWindow,
  type PageLimits,
  type QueryWindow,
} from '../paging/query-window.js';

/** Conditions on entities. The window selects a page of the matching entities. */
export type EntityFilter = Pick<
  EntitySelection,
  'project_id' | 'refs' | 'slugs' | 'details' | 'includeArchived'
>;

/** A request for one page of entities of one level. */
export interface EntityListRequest<Level extends SavedQueryLevel> {
  readonly level: Level;
  readonly filter: EntityFilter;
  readonly windowing: Windowing;
}

interface EntityListContext {
  readonly savedQueries: SavedQueryStore;
  readonly entityCursors: CursorCodec<EntityPosition>;
  readonly settings: Omit<PageLimits, 'lookBackNs'>;
  readonly clock: Clock;
  /** Aborts a list that does not find a match for a long time. */
  readonly signal: AbortSignal;
}

interface Page {
  readonly window: QueryWindow;
  readonly after: string | undefined;
}

/**
 * Reads a page of entities, sorted by id; see docs/api/windowing.md. Throws a 400 if the token does not belong to the
 * list.
 */
export async function listEntities<Level extends SavedQueryLevel>(
  { level, filter, windowing }: EntityListRequest<Level>,
  context: EntityListContext,
): Promise<{
  readonly items: readonly SavedQueryEntities[Level][];
  /** Returns the window of an answer with the given number of items. */
  readonly windowOf: (shown: number) => ShownWindow | undefined;
}> {
  const limits: PageLimits = { ...context.settings, lookBackNs: undefined };
  const scope = { project_id: filter.project_id, filter: [level, filter] };
  const { window, after } = openPage();
  const { oldest, newest, order, limit } = window;
  const selection = { ...filter, oldest, newest, order, limit, after };
  const { items, hasMore } = await context.savedQueries.list(level, selection, context.signal);
  const windowOf = (shown: number) =>
    showWindow(hasMore || shown < items.length ? items[shown - 1] : undefined);
  return { items, windowOf };

  function openPage(): Page {
    const { next } = windowing;
    const uuid = next === undefined ? undefined : parseUuid(next);
    if (next === undefined || uuid !== undefined) {
      return { window: openWindow(windowing, limits, context.clock.nowNs()), after: uuid };
    }
    const cursor = decodeOr400(context.entityCursors, next, scope);
    return { window: continueWindow(cursor.window, windowing, limits), after: cursor.position.id };
  }

  function showWindow(lastShown: EntityPosition | undefined): ShownWindow | undefined {
    if (lastShown === undefined) {
      return isClamped(windowing, limits) ? { ...window, next: undefined } : undefined;
    }
    const cursor = { window, position: { id: lastShown.id }, snapshot: [] };
    return { ...window, next: context.entityCursors.encode(cursor, scope) };
  }
}

/** A position in a list of entities: the id of the last entity. */
export interface EntityPosition {
  readonly id: string;
}

/** Creates cursors for lists of entities. */
export function createEntityCursors(signer: TokenSigner): CursorCodec<EntityPosition> {
  return createCursorCodec(signer, {
    purpose: 'saved-query-cursor',
    write: (writer, { id }) => writer.hex(id.replaceAll('-', '')),
    read: (reader) => ({ id: toDashedUuid(reader.hex(16)) }),
  });
}
