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
import { type ListQuery, type QueryBody, toListQuery } from '../http/parse-query-body.js';

/** What a revision's data asks for. */
export interface StoredQuery {
  readonly focus: JsonValue | undefined;
  readonly filtering: ParsedFiltering;
  readonly windowing: ParsedWindowing;
}

const DATA = ['query_revision', 'data'];

export function readStoredQuery(data: JsonObject): StoredQuery {
  const { formatting, filtering, windowing } = data;
  return {
    focus: isJsonObject(formatting) ? (formatting['focus'] ?? undefined) : undefined,
    filtering: parseFiltering(filtering, [...DATA, 'filtering']),
    windowing: parseWindowing(windowing, [...DATA, 'windowing']),
  };
}

/**
 * The stored query and what the request adds to it (API: "Saved revision in a query"). Throws the
 * 400 of a filter that makes no sense.
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
  if (stored.status === 'malformed' || requested === undefined) return stored;
  const conditions = [stored.filtering, requested].filter((filtering) => filtering !== undefined);
  return { status: 'parsed', filtering: { operator: 'and', conditions } };
}

/**
 * The bounds of the request stay apart from the stored ones: beside an older cursor they are a
 * position. A token carries its page's limit, which the stored one does not change.
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
