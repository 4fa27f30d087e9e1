import {
  badRequest,
  type HttpRequest,
  type Route,
  readJsonObject,
  toValidationDetails,
} from '@spanhouse/api-kit';
import { mapStream } from '@spanhouse/service-runtime';
import { simpleTraceFlags } from '@spanhouse/span-intake';
import {
  checkFiltering,
  type FilterExpression,
  type JsonObject,
  type JsonValue,
  parseFiltering,
  parseWindowing,
  type SimpleTraceQuery,
  stringifyJson,
  type Windowing,
} from '@spanhouse/span-schema';
import { simpleTraceQueryRequestSchema } from '@spanhouse/span-schema/api';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import { type ListShape, listAnswer } from '../http/list-answer.js';
import { readRoute } from '../http/read-handler.js';
import { type ListServices, openTraces } from '../lists/list-services.js';
import type { ItemStream } from '../paging/list-request.js';
import { windowingOr422 } from '../requests/parse-or-422.js';
import { findRoot, viewSimpleTrace } from './view-simple-trace.js';

interface SimpleTracesQuery {
  /** False if no trace can match, in which case the store is not queried. */
  readonly canMatch: boolean;
  readonly filter: FilterExpression | undefined;
  readonly windowing: Windowing;
}

const views: ListShape<JsonObject> = {
  name: 'traces',
  brackets: ['[', ']'],
  writeItem: stringifyJson,
};

/** Lists simple traces; see docs/api/annotations.md. */
export function postSimpleTracesQuery(services: ListServices): Route {
  return readRoute<SimpleTracesQuery>(services, 'POST /simple/traces/query', {
    kind: 'traces',
    parse: parseSimpleTracesQuery,
    async answer(query, context) {
      if (!query.canMatch) {
        return { count: 0, traces: [] };
      }
      const traces = await openTraces(services, { query }, context);
      return listAnswer(viewAll(traces), views, context.costs);
    },
  });
}

function viewAll(traces: ItemStream<WholeTrace>): ItemStream<JsonObject> {
  return mapStream(traces, async (portion) => {
    const views: JsonObject[] = [];
    for (const trace of portion) {
      const root = await findRoot(trace);
      if (root !== undefined) {
        views.push(viewSimpleTrace(root));
      }
    }
    return views;
  });
}

/**
 * Parses the query. Throws a 422 that lists all structural problems, or a 400 if the filter contains an unsearchable
 * key or id.
 */
async function parseSimpleTracesQuery(
  req: HttpRequest,
  limitBytes: number,
): Promise<SimpleTracesQuery> {
  const body = await readJsonObject(req, { limitBytes });
  const parsed = simpleTraceQueryRequestSchema.safeParse(body);
  const issues = parsed.success ? [] : toValidationDetails(parsed.error, body);
  const windowing = windowingOr422(
    parseWindowing(body['windowing'], ['body', 'windowing']),
    issues,
  );
  return { ...filterSimpleTraces(parsed.data ?? {}), windowing };
}

type Condition = JsonObject;

/** Members of `ag.data`. The root of every simple trace has at least one of these members. */
const data = ['inputs', 'outputs', 'parameters', 'internals'];

/**
 * The other values of a member, keyed by its default value. Only these other values are stored as flags, so a filter
 * for the default value requires their flags to be absent.
 */
const competing: Readonly<Record<string, readonly string[]>> = {
  auto: ['human', 'custom'],
  adhoc: ['eval'],
  api: ['sdk', 'web'],
};

/**
 * Converts a query for simple traces to a filter on root spans; see docs/api/annotations.md. Throws a 400 if the query
 * contains a key or an id that cannot be searched for.
 */
function filterSimpleTraces({
  trace,
  links,
}: SimpleTraceQuery): Omit<SimpleTracesQuery, 'windowing'> {
  const wanted = linkConditions(trace?.links ?? undefined);
  const traces = traceConditions(links ?? undefined);
  if (wanted === undefined || traces === undefined) {
    return { canMatch: false, filter: undefined };
  }
  const conditions: Condition[] = [
    { field: 'parent_id', operator: 'is', value: null },
    { operator: 'or', conditions: data.map((key) => exists(`ag.data.${key}`)) },
    ...[trace?.origin, trace?.kind, trace?.channel].flatMap(enumConditions),
    ...labelConditions('tags', trace?.tags),
    ...labelConditions('meta', trace?.meta),
    ...referenceConditions(trace?.references),
    ...wanted,
    ...traces,
  ];
  const parsed = parseFiltering({ conditions }, ['body']);
  const checked = parsed.status === 'parsed' ? checkFiltering(parsed.filtering) : undefined;
  if (checked?.status !== 'checked') {
    throw badRequest(checked?.text ?? 'The query cannot be read.');
  }
  return { canMatch: true, filter: checked.expression };
}

function exists(key: string): Condition {
  return { field: 'attributes', key, operator: 'exists' };
}

function is(key: string, value: JsonValue): Condition {
  return { field: 'attributes', key, operator: 'is', value };
}

function enumConditions(value: string | undefined): readonly Condition[] {
  if (value === undefined) {
    return [];
  }
  const flag = simpleTraceFlags[value];
  if (flag !== undefined) {
    return [is(`ag.flags.${flag}`, true)];
  }
  return (competing[value] ?? []).map((other) => ({
    operator: 'not',
    conditions: [is(`ag.flags.${simpleTraceFlags[other]}`, true)],
  }));
}

function labelConditions(group: 'tags' | 'meta', labels: JsonObject = {}): readonly Condition[] {
  return Object.entries(labels).map(([key, value]) => is(`ag.${group}.${key}`, value));
}

function referenceConditions(references: object = {}): readonly Condition[] {
  return Object.entries(references).flatMap(([key, reference]) =>
    key === 'selector'
      ? []
      : [{ field: 'references', operator: 'in', value: [{ ...reference, attributes: { key } }] }],
  );
}

type Links = NonNullable<NonNullable<SimpleTraceQuery['trace']>['links']>;

/**
 * Returns the conditions on links: an object requires all of its links, and a list requires at least one of its links.
 * Returns undefined if a link is incomplete, because then no trace can match.
 */
function linkConditions(links: Links | undefined): readonly Condition[] | undefined {
  const entries = Object.values(links ?? {});
  if (entries.some(({ trace_id, span_id }) => !(trace_id && span_id))) {
    return undefined;
  }
  if (entries.length === 0) {
    return [];
  }
  const value = entries.map(({ trace_id = null, span_id = null }) => ({ trace_id, span_id }));
  const options = { all: !Array.isArray(links) };
  return [{ field: 'links', operator: 'in', value, options }];
}

function traceConditions(links: SimpleTraceQuery['links']): readonly Condition[] | undefined {
  const ids = (links ?? []).map(({ trace_id, span_id }) => (span_id ? trace_id : undefined));
  if (ids.some((id) => !id)) {
    return undefined;
  }
  if (ids.length === 0) {
    return [];
  }
  return [{ field: 'trace_id', operator: 'in', value: ids.map((id) => id ?? null) }];
}
