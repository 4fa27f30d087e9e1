import { badRequestAt, type HttpRequest, readJsonObject, unprocessable } from '@spanhouse/api-kit';
import type { RevisionReferences } from '@spanhouse/catalog';
import {
  checkFiltering,
  type Filtering,
  type ParsedFiltering,
  type ParsedWindowing,
  type Projection,
  parseFiltering,
  parseProjection,
  parseWindowing,
  type ValidationDetail,
} from '@spanhouse/span-schema';
import type { ListQuery } from '../paging/list-request.js';
import { issuesOf } from './parse-or-422.js';
import { findReferences } from './parse-references.js';

/** A parsed body of `/spans/query` or `/traces/query`. */
export interface QueryBody extends ListQuery {
  /** The filter as it was sent, to be combined with that of a saved query. */
  readonly filtering: Filtering | undefined;
  /** The saved query that the request names, if any. */
  readonly refs: RevisionReferences | undefined;
  /** The parts of spans to show; undefined for whole spans. */
  readonly projection: Projection | undefined;
}

/** Reads the body of a list; that of a list without spans has no projection. */
export async function parseQueryBody(
  req: HttpRequest,
  { limitBytes, hasSpans }: { readonly limitBytes: number; readonly hasSpans: boolean },
): Promise<QueryBody> {
  const body = await readJsonObject(req, { limitBytes });
  const sentProjection = hasSpans ? body['projection'] : undefined;
  const parsed = parseProjection(sentProjection, ['body', 'projection']);
  const filtering = parseFiltering(body['filtering'], ['body', 'filtering']);
  const windowing = parseWindowing(body['windowing'], ['body', 'windowing']);
  const query = toListQuery(filtering, windowing, issuesOf(parsed));
  const sent = filtering.status === 'parsed' ? filtering.filtering : undefined;
  const projection = parsed.status === 'parsed' ? parsed.projection : undefined;
  return { ...query, filtering: sent, refs: findReferences(body), projection };
}

/**
 * Returns the checked query. Throws the 422 that lists every structural problem, those of other
 * members (`issues`) first, or the 400 of a meaningless filter.
 */
export function toListQuery(
  filtering: ParsedFiltering,
  windowing: ParsedWindowing,
  issues: readonly ValidationDetail[] = [],
): ListQuery {
  if (filtering.status === 'malformed' || windowing.status === 'malformed' || issues.length > 0) {
    throw unprocessable([...issues, ...issuesOf(filtering), ...issuesOf(windowing)]);
  }
  const checked = checkFiltering(filtering.filtering);
  if (checked.status === 'invalid') {
    throw badRequestAt(['filtering', ...checked.at], checked.text);
  }
  return { filter: checked.expression, windowing: windowing.windowing };
}
