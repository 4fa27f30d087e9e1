import { badRequest, type HttpRequest, type Route, toValidationDetails } from '@spanhouse/api-kit';
import { parseWindowMembers } from '@spanhouse/span-schema';
import { attributeKeysQuerySchema, attributeLimits } from '@spanhouse/span-schema/api';
import type { AttributeKey, AttributeRange } from '@spanhouse/trace-store/reader';
import type { z } from 'zod';
import { type ReadContext, type ReadServices, readRoute } from '../http/read-handler.js';
import { type Answer, JsonItems, JsonMembers, RawJson } from '../http/send-json.js';
import { windowingOr422 } from '../requests/parse-or-422.js';
import { locatedQueryText, queryText } from '../requests/query-text.js';

const ownKeys = attributeKeysQuerySchema.pick({ source: true, prefix: true });

type Range = Omit<AttributeRange, 'project_id' | 'snapshot'>;

/** Lists attribute keys, the most frequent key first. */
export function getAttributeKeys(services: ReadServices): Route {
  return readRoute(services, 'GET /attributes/keys', {
    mirrored: false,
    kind: 'attributes',
    parse: parseAttributeRange,
    answer: (range, context) => answerAttributeKeys(range, services, context),
  });
}

/** Returns the attribute keys of the spans in a time range. */
export async function answerAttributeKeys(
  range: Range,
  { snapshots }: ReadServices,
  context: ReadContext,
): Promise<Answer> {
  const { project_id } = context.principal;
  const snapshot = await snapshots.current(context.atLeast);
  const keys = await context.analytics.listAttributeKeys(
    { ...range, project_id, snapshot },
    context.signal,
  );
  return { count: keys.length, keys: keys.map(shownKey) };
}

function shownKey({ key, types }: AttributeKey): object {
  const found = Object.entries(types).filter(([, count]) => count > 0);
  const count = found.reduce((sum, [, own]) => sum + own, 0);
  return { key, types: Object.fromEntries(found), count };
}

/** Lists the values of one attribute, the most frequent value first. */
export function getAttributeValues(services: ReadServices): Route {
  return readRoute(services, 'GET /attributes/values', {
    mirrored: false,
    kind: 'attributes',
    parse(req) {
      const key = queryText(req, 'key') ?? '';
      if (key === '') {
        throw badRequest("'key' is required.");
      }
      return { ...parseAttributeRange(req), key };
    },
    answer: (request, context) => answerAttributeValues(request, services, context),
  });
}

/** Returns the values of one attribute in a time range. */
export async function answerAttributeValues(
  request: Range & { readonly key: string },
  { snapshots }: ReadServices,
  context: ReadContext,
): Promise<Answer> {
  const { project_id } = context.principal;
  const snapshot = await snapshots.current(context.atLeast);
  const values = await context.analytics.listAttributeValues(
    { ...request, project_id, snapshot },
    context.signal,
  );
  const shown = values.map(
    ({ json, count }) => new JsonMembers({ value: new RawJson(json), count }),
  );
  return new JsonMembers({ count: values.length, values: new JsonItems(shown) });
}

/** Parses the parameters that both routes share; see docs/api/analytics.md. Throws a 422 that lists every problem. */
function parseAttributeRange(req: HttpRequest): Range {
  const windowing = parseWindowMembers((name) =>
    name === 'next' ? undefined : locatedQueryText(req, name),
  );
  const sent = { source: queryText(req, 'source'), prefix: queryText(req, 'prefix') };
  const parsed = ownKeys.safeParse(sent);
  const issues = parsed.success ? [] : toValidationDetails(parsed.error, sent, ['query']);
  const { oldest, newest, limit = attributeLimits.usual } = windowingOr422(windowing, issues);
  // If the schema had refused a key, `windowingOr422` would have thrown.
  const own = parsed.data as z.output<typeof ownKeys>;
  return { ...own, oldest, newest, limit: Math.min(limit, attributeLimits.maximum) };
}
