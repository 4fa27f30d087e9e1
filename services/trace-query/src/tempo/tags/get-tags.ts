import type { Route } from '@spanhouse/api-kit';
import { compareCodePoints } from '@spanhouse/span-schema';
import type { RouteName } from '../../front-doors/dialect-routes.js';
import { openWithAnalytics } from '../../front-doors/open-services.js';
import type { ReadContext } from '../../http/read-handler.js';
import type { Answer } from '../../http/send-json.js';
import { type TempoServices, tempoRoute } from '../tempo-services.js';
import { listTagValues } from './list-tag-values.js';
import { listTags, type ScopeTags } from './list-tags.js';
import {
  parseTags,
  parseTagValues,
  type TagsRequest,
  type TagsVersion,
  type TagValuesRequest,
} from './parse-tag-request.js';
import { tagScopes } from './tag-fields.js';

/** Lists the names of tags, and the values of a tag. Version 1 has no scopes and no types. */
export function getTempoTags(services: TempoServices): readonly Route[] {
  return [
    namesRoute(services, 'GET /api/v2/search/tags', 2),
    namesRoute(services, 'GET /api/search/tags', 1),
    valuesRoute(services, 'GET /api/v2/search/tag/*', 2),
    valuesRoute(services, 'GET /api/search/tag/*', 1),
  ];
}

function namesRoute(services: TempoServices, name: RouteName, version: TagsVersion): Route {
  return tempoRoute<TagsRequest>(services, name, {
    kind: 'attributes',
    parse: (req) => parseTags(req, version),
    async answer({ scope, limit, ...selection }, context) {
      const scopes = scope === undefined ? tagScopes : [scope];
      const found = await listTags(
        { scopes, limit },
        selection,
        await openWithAnalytics(services, context),
      );
      const shown = version === 2 ? { scopes: found } : { tagNames: namesOf(found, scope) };
      return withMetrics(shown, context);
    },
  });
}

function valuesRoute(services: TempoServices, name: RouteName, version: TagsVersion): Route {
  return tempoRoute<TagValuesRequest>(services, name, {
    kind: 'attributes',
    parse: (req) => parseTagValues(req, version),
    async answer({ field, limit, ...selection }, context) {
      const store = await openWithAnalytics(services, context);
      const found = await listTagValues({ field, limit }, selection, store);
      return withMetrics({ tagValues: version === 2 ? found : textsOf(found) }, context);
    },
  });
}

/** Returns the names without scopes. Intrinsics are left out, because they would look like attributes. */
function namesOf(found: readonly ScopeTags[], scope: TagsRequest['scope']): readonly string[] {
  const shown = found.filter(({ name }) => name !== 'intrinsic' || scope === 'intrinsic');
  return [...new Set(shown.flatMap(({ tags }) => tags))].sort(compareCodePoints);
}

function textsOf(values: readonly { readonly value: string }[]): readonly string[] {
  return [...new Set(values.map(({ value }) => value))].sort(compareCodePoints);
}

/** Adds the number of bytes that ClickHouse has read. */
function withMetrics(answer: object, { costs }: ReadContext): Answer {
  const { bytes } = costs.soFar;
  return { ...answer, metrics: bytes === 0 ? {} : { inspectedBytes: String(bytes) } };
}
