import { type Route, readJsonObject, unprocessable } from '@spanhouse/api-kit';
import { type JsonObject, parseFiltering } from '@spanhouse/span-schema';
import { compareRequestSchema } from '@spanhouse/span-schema/api';
import type { SampledSpan } from '@spanhouse/trace-store/reader';
import { type ReadContext, type ReadServices, readRoute } from '../http/read-handler.js';
import { type Answer, JsonItems, JsonMembers } from '../http/send-json.js';
import { issuesOf } from '../requests/parse-or-422.js';
import { filterOr400, parseQueryMembers } from '../requests/parse-query-body.js';
import { selectStored } from './analytics-services.js';
import { type ComparedSpan, SideComparison } from './compare-sides.js';

/** Maximum memory for a comparison's keys and values. It is enough for a million spans with 30 numbers each. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Compares selected spans with the remaining spans. */
export function postCompareQuery(services: ReadServices): Route {
  return readRoute(services, 'POST /spans/compare/query', {
    mirrored: false,
    kind: 'analytics',
    parse: async (req, limitBytes) => parseCompare(await readJsonObject(req, { limitBytes })),
    answer: answerCompare,
  });
}

/**
 * Parses the body of a comparison query; see docs/api/analytics.md. Throws a 422 that lists all structural problems, or
 * a 400 if a filter is semantically invalid.
 */
export function parseCompare(body: JsonObject) {
  const sent = parseFiltering(body['selection'], ['body', 'selection']);
  const query = parseQueryMembers(body, compareRequestSchema, () => issuesOf(sent));
  if (sent.status === 'malformed') {
    throw unprocessable(sent.issues);
  }
  const split = filterOr400(sent.filtering, ['selection']);
  return { within: query.selection, split, ...query.members };
}

/** Compares both sets of spans and returns the answer. */
export async function answerCompare(
  { within, split, limit, sample }: ReturnType<typeof parseCompare>,
  context: ReadContext,
): Promise<Answer> {
  const newestFirst = { ...within, order: 'descending' } as const;
  const sampled = await selectStored(newestFirst, context);
  const sides = new SideComparison({ maxSpans: sample, maxBytes: MAX_BYTES });
  const isCut = await context.analytics.sampleSpans(
    { selection: sampled, limit: sample, split },
    (spans) => {
      for (const span of spans) {
        sides.add(toCompared(span));
      }
    },
    context.signal,
  );
  const { attributes, selected, rest, left_out } = sides.compare(limit);
  return new JsonMembers({
    selected,
    rest,
    sampled: isCut,
    left_out,
    attributes: new JsonItems(attributes),
  });
}

function toCompared({ is_selected, attributes, ...fields }: SampledSpan): ComparedSpan {
  // `JSON.parse` rounds integers above 2^53, but bins do not need exact values.
  return { is_selected, fields, attributes: JSON.parse(attributes) as JsonObject };
}
