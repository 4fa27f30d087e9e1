import type { RevisionReferences } from '@spanhouse/catalog';
import { badRequest, type HttpRequest, unprocessable } from '@spanhouse/service-runtime';
import {
  checkFiltering,
  type FilterExpression,
  type Filtering,
  type ParsedFiltering,
  type ParsedWindowing,
  parseFiltering,
  parseWindowing,
  type Windowing,
} from '@spanhouse/span-schema';
import type { ListRequest } from '../query/list-request.js';
import { findReferences } from '../saved-queries/parse-references.js';
import { readJsonObject } from './read-json-body.js';

/** Which items a list is made of. */
export interface ListQuery {
  readonly filter: FilterExpression | undefined;
  readonly windowing: Windowing;
  /** Bounds of a saved query, beside those of `windowing`. */
  readonly range?: ListRequest['range'];
}

export interface QueryBody extends ListQuery {
  /** As it was sent: a saved query comes on top of it. */
  readonly filtering: Filtering | undefined;
  /** Of a saved query, where one is named. */
  readonly refs: RevisionReferences | undefined;
}

/** Reads the body of `/spans/query` and `/traces/query`. */
export async function parseQueryBody(req: HttpRequest, limitBytes: number): Promise<QueryBody> {
  const body = await readJsonObject(req, limitBytes);
  const filtering = parseFiltering(body['filtering'], ['body', 'filtering']);
  const windowing = parseWindowing(body['windowing'], ['body', 'windowing']);
  const query = toListQuery(filtering, windowing);
  const sent = filtering.status === 'parsed' ? filtering.filtering : undefined;
  return { ...query, filtering: sent, refs: findReferences(body) };
}

/** Throws the 422 that lists every structural problem, or the 400 of a filter that makes no sense. */
export function toListQuery(filtering: ParsedFiltering, windowing: ParsedWindowing): ListQuery {
  if (filtering.status === 'malformed' || windowing.status === 'malformed') {
    throw unprocessable([
      ...(filtering.status === 'malformed' ? filtering.issues : []),
      ...(windowing.status === 'malformed' ? windowing.issues : []),
    ]);
  }
  const checked = checkFiltering(filtering.filtering);
  if (checked.status === 'invalid') throw badRequest(checked.text);
  return { filter: checked.expression, windowing: windowing.windowing };
}
