import { badRequest, type HttpRequest, notFound, type Route } from '@spanhouse/api-kit';
import { compareCodePoints } from '@spanhouse/span-schema';
import { type Expression, type Field, freeField, parseHalfTyped } from '@spanhouse/traceql';
import type { BoundServices } from '../../front-doors/dialect-routes.js';
import type { ReadContext } from '../../http/read-handler.js';
import type { Answer } from '../../http/send-json.js';
import { TempoParameters, type TempoRange } from '../parse-tempo-parameters.js';
import { listTagValues } from './list-tag-values.js';
import { listTags, type ScopeTags } from './list-tags.js';
import { fieldOfTag, type TagScope, tagScopes } from './tag-fields.js';

/**
 * Creates the routes that list tag names and the values of one tag. The version 1 answers contain neither scopes nor
 * types.
 */
export function getTempoTags(services: BoundServices): readonly Route[] {
  return [
    namesRoute(services, 'GET /api/v2/search/tags', 2),
    namesRoute(services, 'GET /api/search/tags', 1),
    valuesRoute(services, 'GET /api/v2/search/tag/*', 2),
    valuesRoute(services, 'GET /api/search/tag/*', 1),
  ];
}

function namesRoute(services: BoundServices, name: `GET /${string}`, version: TagsVersion): Route {
  return services.read<TagsRequest>(name, {
    kind: 'attributes',
    parse: (req) => parseTags(req, version),
    async answer({ scope, limit, ...selection }, context) {
      const scopes = scope === undefined ? tagScopes : [scope];
      const found = await listTags({ scopes, limit }, selection, await services.open(context));
      const shown = version === 2 ? { scopes: found } : { tagNames: namesOf(found, scope) };
      return withMetrics(shown, context);
    },
  });
}

function valuesRoute(services: BoundServices, name: `GET /${string}`, version: TagsVersion): Route {
  return services.read<TagValuesRequest>(name, {
    kind: 'attributes',
    parse: (req) => parseTagValues(req, version),
    async answer({ field, limit, ...selection }, context) {
      const store = await services.open(context);
      const found = await listTagValues({ field, limit }, selection, store);
      return withMetrics({ tagValues: version === 2 ? found : textsOf(found) }, context);
    },
  });
}

/** Returns the tag names without their scopes. Intrinsics are left out, because they would look like attributes. */
function namesOf(found: readonly ScopeTags[], scope: TagsRequest['scope']): readonly string[] {
  const shown = found.filter(({ name }) => name !== 'intrinsic' || scope === 'intrinsic');
  return [...new Set(shown.flatMap(({ tags }) => tags))].sort(compareCodePoints);
}

function textsOf(values: readonly { readonly value: string }[]): readonly string[] {
  return [...new Set(values.map(({ value }) => value))].sort(compareCodePoints);
}

/** Adds to an answer the number of bytes that ClickHouse has read. */
function withMetrics(answer: object, { costs }: ReadContext): Answer {
  const { bytes } = costs.soFar;
  return { ...answer, metrics: bytes === 0 ? {} : { inspectedBytes: String(bytes) } };
}

interface TagsRequest {
  /** Requested scope; undefined for all scopes. */
  readonly scope: TagScope | undefined;
  readonly range: TempoRange;
  /** Condition on the spans to read; undefined for all spans. */
  readonly condition: Expression | undefined;
  readonly limit: number;
}

interface TagValuesRequest extends Omit<TagsRequest, 'scope'> {
  readonly field: Field;
}

const MAX_LIMIT = 10_000;

/** Version of the routes. The version 1 routes have no parameter `q`. */
type TagsVersion = 1 | 2;

/** Parses a request for tag names. Throws a 400 that names the invalid parameter. */
function parseTags(req: HttpRequest, version: TagsVersion): TagsRequest {
  const parameters = new TempoParameters(req);
  return { scope: parseScope(parameters.text('scope')), ...parseRest(parameters, version) };
}

/**
 * Parses a request for the values of a tag. The path after `tag/` is `<tag>/values`, where the tag may contain slashes.
 */
function parseTagValues(req: HttpRequest, version: TagsVersion): TagValuesRequest {
  const [, tag] = /^(.+)\/values$/s.exec(req.params['*'] ?? '') ?? [];
  if (tag === undefined) {
    throw notFound();
  }
  const field = fieldOfTag(tag);
  const { condition, ...rest } = parseRest(new TempoParameters(req), version);
  return { field, condition: condition && freeField(condition, field), ...rest };
}

/**
 * Parses the parameters that both requests share. A query that is not a span filter is ignored, because it may be
 * unfinished.
 */
function parseRest(parameters: TempoParameters, version: TagsVersion): Omit<TagsRequest, 'scope'> {
  const limit = parameters.count('limit') || MAX_LIMIT;
  const query = version === 1 ? undefined : parameters.text('q');
  return {
    range: parameters.range(),
    condition: query === undefined ? undefined : parseHalfTyped(query)?.condition,
    limit: Math.min(limit, MAX_LIMIT),
  };
}

/** Parses the scope. `none` means all scopes. */
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
