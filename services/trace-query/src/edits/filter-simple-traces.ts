import { simpleTraceFlags } from '@spanhouse/span-intake';
import {
  checkFiltering,
  type FilterExpression,
  type JsonObject,
  type JsonValue,
  parseFiltering,
  type SimpleTraceQuery,
} from '@spanhouse/span-schema';

type Condition = JsonObject;

/** Every simple trace has at least one of these: `ag.data` of its root is not empty. */
const data = ['inputs', 'outputs', 'parameters', 'internals'];

/** For a value without a flag: the other values of the same member, whose flags must be absent. */
const competing: Readonly<Record<string, readonly string[]>> = {
  auto: ['human', 'custom'],
  adhoc: ['eval'],
  api: ['sdk', 'web'],
};

/**
 * The conditions that a query of simple traces puts on the root of a trace; see
 * docs/api/annotations.md. `nothing` means that no trace can match; `invalid` carries the text of
 * the 400.
 */
export type SimpleTracesFilter =
  | { readonly status: 'filter'; readonly filter: FilterExpression | undefined }
  | { readonly status: 'nothing' }
  | { readonly status: 'invalid'; readonly text: string };

/** Translates a query of simple traces into a filter of spans. */
export function filterSimpleTraces({ trace, links }: SimpleTraceQuery): SimpleTracesFilter {
  const wanted = linkConditions(trace?.links ?? undefined);
  const traces = traceConditions(links ?? undefined);
  if (wanted === undefined || traces === undefined) {
    return { status: 'nothing' };
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
  if (checked?.status === 'checked') {
    return { status: 'filter', filter: checked.expression };
  }
  return { status: 'invalid', text: checked?.text ?? 'The query cannot be read.' };
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
 * Returns the condition on links. An object asks for all of its links, a list for any of them.
 * Returns undefined if a link is incomplete, because no trace can match then.
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
