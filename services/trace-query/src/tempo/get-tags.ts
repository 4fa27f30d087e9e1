import type { Route } from '@spanhouse/api-kit';
import { compareCodePoints } from '@spanhouse/span-schema';
import { measuredAnalytics } from '../analytics/analytics-services.js';
import type { RouteName } from '../front-doors/dialect-routes.js';
import type { ReadContext } from '../http/read-handler.js';
import type { Answer } from '../http/send-json.js';
import { listTagValues } from './list-tag-values.js';
import { listTags, type ScopeTags } from './list-tags.js';
import {
  parseTags,
  parseTagValues,
  type TagsRequest,
  type TagsVersion,
  type TagValuesRequest,
} from './parse-tags.js';
import { tagScopes } from './tag-fields.js';
import { type TempoServices, tempoRoute } from './tempo-services.js';
import type { TagStore } from './walk-tagged-spans.js';

/** Lists the names of tags, and the values of one. The first version has no scopes and no types. */
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
      const found = await listTags({ scopes, limit }, selection, await openTags(services, context));
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
      const store = await openTags(services, context);
      const found = await listTagValues({ field, limit }, selection, store);
      return withMetrics({ tagValues: version === 2 ? found : textsOf(found) }, context);
    },
  });
}

/** Intrinsic names would look like those of attributes. */
function namesOf(found: readonly ScopeTags[], scope: TagsRequest['scope']): readonly string[] {
  const shown = found.filter(({ name }) => name !== 'intrinsic' || scope === 'intrinsic');
  return [...new Set(shown.flatMap(({ tags }) => tags))].sort(compareCodePoints);
}

function textsOf(values: readonly { readonly value: string }[]): readonly string[] {
  return [...new Set(values.map(({ value }) => value))].sort(compareCodePoints);
}

/** Opens the store as it is now, for all statements of a read. */
async function openTags(services: TempoServices, context: ReadContext): Promise<TagStore> {
  const { snapshots, clock, deadlineMs } = services;
  const { principal, atLeast, reader, signal } = context;
  const analytics = measuredAnalytics(services, context);
  const snapshot = await snapshots.current(atLeast);
  const endMs = clock.monotonicMs() + deadlineMs();
  const hasTime = () => clock.monotonicMs() < endMs;
  return { project_id: principal.project_id, snapshot, reader, analytics, signal, hasTime };
}

/** Adds what ClickHouse has read. */
function withMetrics(answer: object, { costs }: ReadContext): Answer {
  const { bytes } = costs.soFar;
  return { ...answer, metrics: bytes === 0 ? {} : { inspectedBytes: String(bytes) } };
}
