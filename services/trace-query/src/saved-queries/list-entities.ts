import type { EntitySelection, SavedQueryLevel, SavedQueryStore } from '@spanhouse/catalog';
import type { TokenSigner } from '@spanhouse/service-runtime';
import { toDashedUuid, type Windowing } from '@spanhouse/span-schema';
import { type CursorCodec, createCursorCodec } from '../paging/cursor.js';
import { openPage, type PageContext, showWindow } from '../paging/open-page.js';
import { hex, type text } from '../paging/token.js';

/** Conditions on entities. The window, which selects a page of the matches, is not part of them. */
export type EntityFilter = Pick<
  EntitySelection,
  'project_id' | 'refs' | 'slugs' | 'details' | 'includeArchived'
>;

/** A request for one page of entities that have the same level. */
export interface EntityListRequest<Level extends SavedQueryLevel> {
  readonly level: Level;
  readonly filter: EntityFilter;
  readonly windowing: Windowing;
}

interface EntityListContext {
  readonly savedQueries: SavedQueryStore;
  readonly entityPages: PageContext<EntityPosition>;
  /** Aborts the read, which may take a long time to find a match. */
  readonly signal: AbortSignal;
}

/**
 * Reads a page of entities, sorted by id; see docs/api/windowing.md. Throws a 400 if the token does not belong to the
 * list.
 */
export async function listEntities<Level extends SavedQueryLevel>(
  { level, filter, windowing }: EntityListRequest<Level>,
  { savedQueries, entityPages, signal }: EntityListContext,
) {
  const noSnapshot = () => Promise.resolve([]);
  const { project_id: projectId } = filter;
  const request = { projectId, filter: [level, filter], windowing, snapshot: noSnapshot };
  const page = await openPage(request, entityPages, (hex, first) => ({
    ...first,
    after: { id: toDashedUuid(hex) },
  }));
  const { oldest, newest, order, limit } = page.window;
  const selection = { ...filter, oldest, newest, order, limit, after: page.after?.id };
  const { items, hasMore } = await savedQueries.list(level, selection, signal);
  /** Returns the window for an answer that shows the given number of items. */
  const windowOf = (shown: number) => {
    const last = hasMore || shown < items.length ? items[shown - 1] : undefined;
    return showWindow(request, { ...page, last }, entityPages);
  };
  return { items, windowOf };
}

/** A position in a list of entities, which is the id of the last returned entity. */
export interface EntityPosition {
  readonly id: string;
}

/** Creates cursors for lists of entities. */
export function createEntityCursors(signer: TokenSigner): CursorCodec<EntityPosition> {
  return createCursorCodec(signer, 'saved-query-cursor', { id: uuid });
}

const { read, write } = hex(16);
const uuid: typeof text = {
  write: (writer, id) => write(writer, id.replaceAll('-', '')),
  read: (reader) => toDashedUuid(read(reader)),
};
