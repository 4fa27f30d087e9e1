import {
  type Filtering,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ParsedFiltering,
  type ParsedWindowing,
  parseFiltering,
  parseUuid,
  parseWindowing,
  type Windowing,
} from '@spanhouse/span-schema';
import type { ListQuery } from '../paging/list-request.js';
import { type QueryBody, toListQuery } from './parse-query-body.js';

/** The query that a revision's data contains. */
export interface StoredQuery {
  readonly focus: JsonValue | undefined;
  readonly filtering: ParsedFiltering;
  readonly windowing: ParsedWindowing;
}

const dataPath = ['query_revision', 'data'];

/** Reads the query in a revision's data. The structure of the data was validated when the revision was committed. */
export function readStoredQuery(data: JsonObject): StoredQuery {
  const { formatting, filtering, windowing } = data;
  return {
    focus: isJsonObject(formatting) ? (formatting['focus'] ?? undefined) : undefined,
    filtering: parseFiltering(filtering, [...dataPath, 'filtering']),
    windowing: parseWindowing(windowing, [...dataPath, 'windowing']),
  };
}

/**
 * Combines a stored query with the filter and window of a request; see docs/api/saved-queries.md. Throws a 400 if the
 * combined filter is semantically invalid.
 */
export function combineQueries(
  stored: StoredQuery,
  request: Pick<QueryBody, 'filtering' | 'windowing'>,
): ListQuery {
  const filtering = bothFilters(stored.filtering, request.filtering);
  const { filter, windowing } = toListQuery(filtering, stored.windowing);
  return { filter, ...combineWindows(windowing, request.windowing) };
}

function bothFilters(stored: ParsedFiltering, requested: Filtering | undefined): ParsedFiltering {
  if (stored.status === 'malformed' || requested === undefined) {
    return stored;
  }
  const conditions = [stored.filtering, requested].filter((filtering) => filtering !== undefined);
  return { status: 'parsed', filtering: { operator: 'and', conditions } };
}

/**
 * Combines two windows. The stored bounds are returned separately in `range`, because the request's bounds may instead
 * belong to a cursor that an older client has built. The stored limit does not apply to a request with a token, because
 * the token contains a limit.
 */
function combineWindows(
  stored: Windowing,
  request: Windowing,
): Pick<ListQuery, 'windowing' | 'range'> {
  const next = request.next ?? stored.next;
  const isToken = next !== undefined && parseUuid(next) === undefined;
  return {
    windowing: {
      ...request,
      next,
      limit: request.limit ?? (isToken ? undefined : stored.limit),
      order: stored.order ?? request.order,
      interval: stored.interval ?? request.interval,
      rate: stored.rate ?? request.rate,
    },
    range: { oldest: stored.oldest, newest: stored.newest },
  };
}
