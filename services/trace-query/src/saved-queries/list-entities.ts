import type {
  EntitySelection,
  SavedQueryEntities,
  SavedQueryLevel,
  SavedQueryStore,
} from '@spanhouse/catalog';
import { badRequest, type Clock } from '@spanhouse/service-runtime';
import { parseUuid, type Windowing } from '@spanhouse/span-schema';
import type { CursorCodec } from '../query/cursor.js';
import type { ShownWindow } from '../query/list-request.js';
import {
  continueWindow,
  isClamped,
  openWindow,
  type PageLimits,
  type QueryWindow,
} from '../query/query-window.js';
import type { EntityPosition } from './entity-cursors.js';

/** Which entities are wanted; the window says which part of them. */
export type EntityFilter = Pick<
  EntitySelection,
  'project_id' | 'refs' | 'slugs' | 'details' | 'includeArchived'
>;

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
}

interface Page {
  readonly window: QueryWindow;
  readonly after: string | undefined;
}

/** A page by id (API: "Windowing and paging"). Throws the 400 of a token that is not one of the list. */
export async function listEntities<Level extends SavedQueryLevel>(
  { level, filter, windowing }: EntityListRequest<Level>,
  context: EntityListContext,
): Promise<{
  readonly items: readonly SavedQueryEntities[Level][];
  readonly window: ShownWindow | undefined;
}> {
  const limits: PageLimits = { ...context.settings, lookBackNs: undefined };
  const scope = { project_id: filter.project_id, filter: [level, filter] };
  const { window, after } = openPage();
  const { oldest, newest, order, limit } = window;
  const selection = { ...filter, oldest, newest, order, limit, after };
  const { items, hasMore } = await context.savedQueries.list(level, selection);
  const last = hasMore ? items.at(-1) : undefined;
  return { items, window: showWindow(last) };

  function openPage(): Page {
    const { next } = windowing;
    const uuid = next === undefined ? undefined : parseUuid(next);
    if (next === undefined || uuid !== undefined) {
      return { window: openWindow(windowing, limits, context.clock.nowNs()), after: uuid };
    }
    const cursor = context.entityCursors.decode(next, scope);
    if (cursor === undefined) throw badRequest("Invalid 'next' token.");
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
