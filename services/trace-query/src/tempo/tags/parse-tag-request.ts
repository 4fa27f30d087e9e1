import { badRequest, type HttpRequest, notFound } from '@spanhouse/api-kit';
import { type Expression, type Field, freeField, parseHalfTyped } from '@spanhouse/traceql';
import { TempoParameters, type TempoRange } from '../parse-tempo-parameters.js';
import { fieldOfTag, type TagScope, tagScopes } from './tag-fields.js';

export interface TagsRequest {
  /** The requested scope; undefined for all scopes. */
  readonly scope: TagScope | undefined;
  readonly range: TempoRange;
  /** Selects the spans to read; undefined for all spans. */
  readonly condition: Expression | undefined;
  readonly limit: number;
}

export interface TagValuesRequest extends Omit<TagsRequest, 'scope'> {
  readonly field: Field;
}

const MAX_LIMIT = 10_000;

/** Version of the routes. Version 1 has no parameter `q`. */
export type TagsVersion = 1 | 2;

/** Parses a request for the names of tags. Throws a 400 that names the invalid parameter. */
export function parseTags(req: HttpRequest, version: TagsVersion): TagsRequest {
  const parameters = new TempoParameters(req);
  return { scope: parseScope(parameters.text('scope')), ...parseRest(parameters, version) };
}

/** Parses a request for the values of a tag. The path after `tag/` is `<tag>/values`; a tag may have slashes. */
export function parseTagValues(req: HttpRequest, version: TagsVersion): TagValuesRequest {
  const [, tag] = /^(.+)\/values$/s.exec(req.params['*'] ?? '') ?? [];
  if (tag === undefined) {
    throw notFound();
  }
  const field = fieldOfTag(tag);
  const { condition, ...rest } = parseRest(new TempoParameters(req), version);
  return { field, condition: condition && freeField(condition, field), ...rest };
}

/** Parses the other parameters. A query that is not a filter of spans is unfinished and does not apply. */
function parseRest(parameters: TempoParameters, version: TagsVersion): Omit<TagsRequest, 'scope'> {
  const limit = parameters.count('limit') || MAX_LIMIT;
  const query = version === 1 ? undefined : parameters.text('q');
  return {
    range: parameters.range(),
    condition: query === undefined ? undefined : parseHalfTyped(query)?.condition,
    limit: Math.min(limit, MAX_LIMIT),
  };
}

/** Parses the scope; `none` means all scopes. */
function parseScope(name = 'none'): TagScope | undefined {
  if (name === 'none') {
    return undefined;
  }
  const scope = tagScopes.find((known) => known === name);
  if (scope === undefined) {
    throw badRequest(`scope must be one of ${tagScopes.join(', ')}`);
  }
  return scope;
}
