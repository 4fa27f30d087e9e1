import { SIMPLE_TRACE_FLAGS } from '@spanhouse/span-intake';
import {
  checkFiltering,
  type FilterExpression,
  type JsonObject,
  type JsonValue,
  parseFiltering,
  type SimpleTraceQuery,
} from '@spanhouse/span-schema';

type Condition = JsonObject;

/** Of these a simple trace has one at least: without any its root has no data. */
const DATA = ['inputs', 'outputs', 'parameters', 'internals'];

/** The flags that another value of the same member has. */
const COMPETING: Readonly<Record<string, readonly string[]>> = {
  auto: ['human', 'custom'],
  adhoc: ['eval'],
  api: ['sdk', 'web'],
};

/**
 * What a query of simple traces asks of the root of a trace (API: "Simple traces"). `nothing` when
 * no trace can match, `invalid` with the text of the 400 when a key cannot be asked for.
 */
export type SimpleTracesFilter =
  | { readonly status: 'filter'; readonly filter: FilterExpression | undefined }
  | { readonly status: 'nothing' }
  | { readonly status: 'invalid'; readonly text: string };

export function filterSimpleTraces({ trace, links }: SimpleTraceQuery): SimpleTracesFilter {
  const wanted = linkConditions(trace?.links ?? undefined);
  const traces = traceConditions(links ?? undefined);
  if (wanted === undefined || traces === undefined) return { status: 'nothing' };
  const conditions: Condition[] = [
    { field: 'parent_id', operator: 'is', value: null },
    { operator: 'or', conditions: DATA.map((key) => exists(`ag.data.${key}`)) },
    ...[trace?.origin, trace?.kind, trace?.channel].flatMap(enumConditions),
    ...labelConditions('tags', trace?.tags),
    ...labelConditions('meta', trace?.meta),
    ...referenceConditions(trace?.references),
    ...wanted,
    ...traces,
  ];
  const parsed = parseFiltering({ conditions }, ['body']);
  const checked = parsed.status === 'parsed' ? checkFiltering(parsed.filtering) : undefined;
  if (checked?.status === 'checked') return { status: 'filter', filter: checked.expression };
  return { status: 'invalid', text: checked?.text ?? 'The query cannot be read.' };
}

function exists(key: string): Condition {
  return { field: 'attributes', key, operator: 'exists' };
}

function is(key: string, value: JsonValue): Condition {
  return { field: 'attributes', key, operator: 'is', value };
}

function enumConditions(value: string | undefined): readonly Condition[] {
  if (value === undefined) return [];
  const flag = SIMPLE_TRACE_FLAGS[value];
  if (flag !== undefined) return [is(`ag.flags.${flag}`, true)];
  return (COMPETING[value] ?? []).map((other) => ({
    operator: 'not',
    conditions: [is(`ag.flags.${SIMPLE_TRACE_FLAGS[other]}`, true)],
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

/** As an object all of them, as a list any; undefined when one of them is none. */
function linkConditions(links: Links | undefined): readonly Condition[] | undefined {
  const entries = Object.values(links ?? {});
  if (entries.some(({ trace_id, span_id }) => !(trace_id && span_id))) return undefined;
  if (entries.length === 0) return [];
  const value = entries.map(({ trace_id = null, span_id = null }) => ({ trace_id, span_id }));
  const options = { all: !Array.isArray(links) };
  return [{ field: 'links', operator: 'in', value, options }];
}

function traceConditions(links: SimpleTraceQuery['links']): readonly Condition[] | undefined {
  const ids = (links ?? []).map(({ trace_id, span_id }) => (span_id ? trace_id : undefined));
  if (ids.some((id) => !id)) return undefined;
  if (ids.length === 0) return [];
  return [{ field: 'trace_id', operator: 'in', value: ids.map((id) => id ?? null) }];
}
