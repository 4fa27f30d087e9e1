import type { SimpleQueriesAnswer } from '@spanhouse/span-schema/api';
import { type Json, membersOf, valueAt } from '../api/shown-span.js';
import type { Bounds } from '../url/time-window.js';
import type { Filtering } from './filtering.js';
import { writeFilterText } from './write-filter-text.js';

/** A stored filter with its window. */
export interface QueryData {
  readonly filtering?: Filtering;
  readonly windowing?: Bounds;
}

type StoredQuery = SimpleQueriesAnswer['queries'][number];

/** A saved query; see docs/api/saved-queries.md. */
export type SavedQuery = Pick<StoredQuery, 'id' | 'slug'> &
  Partial<Pick<StoredQuery, 'name' | 'created_at' | 'updated_at' | 'meta'>> & {
    readonly data?: QueryData;
  };

/**
 * URL parameters that open a saved query: the filter text, the window, and either the columns of a list or the node
 * type of the map.
 */
export interface QueryAddress {
  readonly q?: string;
  readonly w?: string;
  readonly c?: string;
  readonly by?: string;
}

/**
 * Pages whose queries can be saved. The keys are used in `meta.ui.view` and in URLs, and the values are display names.
 */
const pages = {
  spans: 'spans',
  traces: 'traces',
  sessions: 'sessions',
  users: 'users',
  services: 'service map',
  analytics: 'board',
} as const;
export type SavedPage = keyof typeof pages;

const defaultFilter: Filtering = { operator: 'and', conditions: [] };

/**
 * Returns the URL parameters for a saved query. The window in the metadata, which can be relative, takes precedence
 * over the fixed bounds in the data.
 */
export function addressOfQuery({ data = {}, meta }: SavedQuery): QueryAddress {
  const { filtering, windowing } = data;
  const q = filtering === undefined ? undefined : textOf(filtering);
  const saved = valueAt(meta, 'ui', 'window');
  const { oldest, newest } = windowing ?? {};
  const bounds = oldest !== undefined && newest !== undefined ? `${oldest}..${newest}` : 'all';
  const w = typeof saved === 'string' ? saved : bounds;
  const c = valueAt(meta, 'ui', 'columns');
  const by = valueAt(meta, 'ui', 'by');
  return {
    w,
    ...(q !== undefined && { q }),
    ...(typeof c === 'string' && { c }),
    ...(typeof by === 'string' && { by }),
  };
}

/** The charts and the grouping of a board, as URL parameters. */
export interface BoardTexts {
  readonly charts: string;
  readonly group: string;
}

/** Returns the board that was saved with a query, or undefined if the query was not saved from a board. */
export function boardOf({ meta }: SavedQuery): BoardTexts | undefined {
  const [charts, group] = ['charts', 'group'].map((name) => valueAt(meta, 'ui', 'board', name));
  return typeof charts === 'string' && typeof group === 'string' ? { charts, group } : undefined;
}

/**
 * Returns the page from which a query was saved. The default is the span list, because other clients do not specify a
 * page.
 */
function pageOf(query: SavedQuery): SavedPage {
  const view = valueAt(query.meta, 'ui', 'view');
  const names = Object.keys(pages) as readonly SavedPage[];
  const page = names.find((name) => name === view && name !== 'analytics');
  return boardOf(query) === undefined ? (page ?? 'spans') : 'analytics';
}

/** Returns the display name of the page from which a query was saved. */
export function nameOfPage(query: SavedQuery): string {
  return pages[pageOf(query)];
}

/** Returns the link that opens a query on the page from which it was saved. */
export function linkOfQuery(query: SavedQuery): { readonly to: string; readonly search: never } {
  const search = addressOfQuery(query) as never;
  const page = pageOf(query);
  return { to: page === 'analytics' ? `/${page}/${query.slug}` : `/${page}`, search };
}

/**
 * Converts a stored filter to filter text, or returns undefined if the filter is empty. Missing operators are replaced
 * with the default.
 */
function textOf(filtering: Filtering): string | undefined {
  const whole = withOperators(filtering as unknown as Json) as unknown as Filtering;
  return whole.conditions.length === 0 ? undefined : writeFilterText(whole);
}

function withOperators(part: Json): Json {
  const members = membersOf(part) ?? {};
  if (members['field'] !== undefined) {
    return { operator: 'is', ...members };
  }
  const conditions = (members['conditions'] ?? []) as readonly Json[];
  const operator = members['operator'] ?? defaultFilter.operator;
  return { operator, conditions: conditions.map(withOperators) };
}

const SLUG_DIGITS = 6;
const MAX_SLUG = 40;

/** Returns a unique slug for a name. It consists of the letters and digits of the name and a random suffix. */
export function slugFor(name: string, random: () => number = Math.random): string {
  const words = name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const suffix = Math.floor(random() * 36 ** SLUG_DIGITS)
    .toString(36)
    .padStart(SLUG_DIGITS, '0');
  return [...words.join('-').slice(0, MAX_SLUG).split('-'), suffix].filter(Boolean).join('-');
}
