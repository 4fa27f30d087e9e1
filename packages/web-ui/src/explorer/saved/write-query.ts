import { call } from '../../api/call.js';
import type { Json } from '../../api/shown-span.js';
import type { Filtering } from '../../filter-bar/filtering.js';
import {
  type QueryData,
  type SavedPage,
  type SavedQuery,
  slugFor,
} from '../../filter-bar/saved-query.js';
import { boundsOf, defaultWindow, readTimeWindow, writeTimeWindow } from '../../url/time-window.js';

/** Content of a saved query: its data, and metadata that only the web interface uses. */
export interface QueryContent {
  readonly data: QueryData;
  readonly meta: Json;
}

/** The page that shows a query, and the page's settings other than the filter and the window. */
export interface QueryView {
  readonly view: SavedPage;
  readonly columns?: string;
  /** Type of the nodes in the service map. */
  readonly by?: string;
  readonly board?: { readonly charts: string; readonly group: string };
}

/**
 * Returns the content to save for a page. The time window is always stored in the metadata, because the data cannot
 * contain a relative window.
 */
export function contentOf(
  filtering: Filtering | undefined,
  w: string,
  view: QueryView,
): QueryContent {
  const window = readTimeWindow(w) ?? defaultWindow;
  const windowing = window.kind === 'between' ? boundsOf(window, 0n) : undefined;
  return {
    data: { ...(filtering && { filtering }), ...(windowing && { windowing }) },
    meta: { ui: { window: writeTimeWindow(window), ...view } },
  };
}

interface SaveOptions {
  readonly name: string;
  /** The existing query that receives a new version; undefined for a new query. */
  readonly same: SavedQuery | undefined;
}

interface QueryAnswer {
  readonly query?: SavedQuery;
}

/** Saves a query under a name and returns the saved query. If `same` is given, a new version of that query is saved. */
export async function saveQuery(
  content: QueryContent,
  { name, same }: SaveOptions,
): Promise<SavedQuery | undefined> {
  const { query } =
    same === undefined
      ? await call<QueryAnswer>('/simple/queries/', {
          body: { query: { slug: slugFor(name), name, ...content } },
        })
      : await call<QueryAnswer>(`/simple/queries/${same.id}`, {
          method: 'PUT',
          body: { query: { id: same.id, ...content } },
        });
  return query;
}
