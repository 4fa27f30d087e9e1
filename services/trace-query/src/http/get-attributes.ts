import { badRequest, type Route } from '@spanhouse/service-runtime';
import type { AttributeKey } from '@spanhouse/trace-store/reader';
import { parseAttributeRange, queryText } from './parse-attribute-range.js';
import { measuredAnalytics, type QueryServices } from './query-services.js';
import { createReadHandler } from './read-handler.js';

/** Which keys attributes have. */
export function getAttributeKeys(services: QueryServices): Route {
  const handler = createReadHandler(services, {
    kind: 'attributes',
    parse: parseAttributeRange,
    async answer(range, context) {
      const { project_id } = context.principal;
      const analytics = measuredAnalytics(services, context);
      const keys = await analytics.listAttributeKeys({ ...range, project_id }, context.signal);
      return [JSON.stringify({ count: keys.length, keys: keys.map(shownKey) })];
    },
  });
  return { method: 'GET', path: '/attributes/keys', handler };
}

function shownKey({ key, types }: AttributeKey): object {
  const found = Object.entries(types).filter(([, count]) => count > 0);
  const count = found.reduce((sum, [, own]) => sum + own, 0);
  return { key, types: Object.fromEntries(found), count };
}

/** Which values one of them has. */
export function getAttributeValues(services: QueryServices): Route {
  const handler = createReadHandler(services, {
    kind: 'attributes',
    parse(req) {
      const key = queryText(req, 'key') ?? '';
      if (key === '') throw badRequest("'key' is required.");
      return { ...parseAttributeRange(req), key };
    },
    async answer(request, context) {
      const { project_id } = context.principal;
      const snapshot = await services.snapshots.current(context.atLeast);
      const values = await measuredAnalytics(services, context).listAttributeValues(
        { ...request, project_id, snapshot },
        context.signal,
      );
      const shown = values.map(({ json, count }) => `{"value":${json},"count":${count}}`);
      return [`{"count":${values.length},"values":[${shown.join(',')}]}`];
    },
  });
  return { method: 'GET', path: '/attributes/values', handler };
}
