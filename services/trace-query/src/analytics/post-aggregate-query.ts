import { type Route, readJsonObject } from '@spanhouse/api-kit';
import { formatTimestamp } from '@spanhouse/span-schema';
import type { AggregateRow, Facet, SpanAggregate } from '@spanhouse/trace-store/reader';
import { type ReadContext, type ReadServices, readRoute } from '../http/read-handler.js';
import { type Answer, JsonItems, JsonMembers, RawJson } from '../http/send-json.js';
import { selectStored } from './analytics-services.js';
import type { NamedMeasure } from './parse-aggregate.js';
import { type AggregateQuery, parseAggregate } from './parse-aggregate.js';

/** Counts and measures spans or traces by time, value and fields, and lists facet values. */
export function postAggregateQuery(services: ReadServices): Route {
  return readRoute(services, 'POST /spans/aggregate/query', {
    mirrored: false,
    kind: 'analytics',
    parse: async (req, limitBytes) =>
      parseAggregate(await readJsonObject(req, { limitBytes }), services.clock.nowNs()),
    answer: answerAggregate,
  });
}

/** Runs an aggregation query and returns the answer. */
export async function answerAggregate(
  query: AggregateQuery,
  context: ReadContext,
): Promise<Answer> {
  const found = await context.analytics.aggregateSpans(
    {
      ...query,
      selection: await selectStored(query.selection, context),
      measures: query.measures.map(({ measure }) => measure),
      facets: (query.facets ?? []).map(({ field }) => field),
    },
    context.signal,
  );
  return shapeAggregate(query, found);
}

/** Converts the result of an aggregation to the answer that docs/api/analytics.md describes. */
function shapeAggregate(query: AggregateQuery, found: SpanAggregate): Answer {
  const { time, value, groupBy, measures, facets } = query;
  const hasRows = time !== undefined || value !== undefined || groupBy.length > 0;
  return new JsonMembers({
    accuracy: 'exact',
    interval_ms: time?.intervalMs,
    value: found.value,
    total: nameMeasured(measures, found.total),
    rows: hasRows ? new RawJson(rowTexts(query, found.rows)) : undefined,
    others: groupBy.length > 0 ? found.others : undefined,
    facets:
      facets &&
      new JsonItems(
        facets.map((facet, index) =>
          shapeFacet(facet, found.facets[index] ?? { values: [], others: none, absent: 0 }),
        ),
      ),
  });
}

const none = { values: 0, count: 0 };

/**
 * Returns an object with each measured value under the name of its measure. A value named `a.b` becomes the member `b`
 * of the object `a`.
 */
function nameMeasured(
  measures: readonly NamedMeasure[],
  values: readonly (number | null)[],
): Record<string, unknown> {
  const named: Record<string, unknown> = {};
  for (const [index, { name }] of measures.entries()) {
    const [group = name, member] = name.split(/\.(.*)/s);
    const value = values[index] ?? null;
    named[group] =
      member === undefined ? value : { ...(named[group] as object | undefined), [member]: value };
  }
  return named;
}

/** Yields a list of rows as JSON, in several pieces if the list is long. */
function* rowTexts(
  { time, value, groupBy, measures }: AggregateQuery,
  rows: readonly AggregateRow[],
): Iterable<string> {
  let before = '[';
  for (const { bucket, bin, group, measured } of rows) {
    const members = {
      ...(time && { time: formatTimestamp(time.oldest + BigInt(bucket) * time.bucketNs) }),
      ...(value && { value: bin }),
    };
    const places = JSON.stringify(members).slice(1, -1);
    const groups = groupBy.length === 0 ? '' : `"group":[${group.join(',')}]`;
    const values = JSON.stringify(nameMeasured(measures, measured)).slice(1, -1);
    yield `${before}{${[places, groups, values].filter(Boolean).join(',')}}`;
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

function shapeFacet(
  { sent }: NonNullable<AggregateQuery['facets']>[number],
  { values, others, absent }: Facet,
): JsonMembers {
  const { field, key } = sent;
  return new JsonMembers({
    field,
    key: key ?? undefined,
    values: new JsonItems(
      values.map(({ json, count }) => new JsonMembers({ value: new RawJson(json), count })),
    ),
    others,
    absent,
  });
}
