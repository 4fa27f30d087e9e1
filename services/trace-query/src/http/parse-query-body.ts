import { badRequest, type HttpRequest, unprocessable } from '@spanhouse/service-runtime';
import {
  checkFiltering,
  type FilterExpression,
  type JsonObject,
  type ParsedFiltering,
  type ParsedWindowing,
  parseFiltering,
  parseWindowing,
  type Windowing,
} from '@spanhouse/span-schema';
import { readJsonObject } from './read-json-body.js';

/** Which items a list is made of. */
export interface ListQuery {
  readonly filter: FilterExpression | undefined;
  readonly windowing: Windowing;
}

/** Reads the body of `/spans/query` and `/traces/query`. */
export async function parseQueryBody(req: HttpRequest, limitBytes: number): Promise<ListQuery> {
  const body = await readJsonObject(req, limitBytes);
  refuseSavedQuery(body);
  return toListQuery(
    parseFiltering(body['filtering'], ['body', 'filtering']),
    parseWindowing(body['windowing'], ['body', 'windowing']),
  );
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

const REFERENCES = ['query_ref', 'query_variant_ref', 'query_revision_ref'];

/** A reference narrows the result: ignoring it would answer with too much. */
function refuseSavedQuery(body: JsonObject): void {
  const name = REFERENCES.find((reference) => (body[reference] ?? null) !== null);
  if (name !== undefined) throw badRequest(`Saved queries are not supported: '${name}'.`);
}
