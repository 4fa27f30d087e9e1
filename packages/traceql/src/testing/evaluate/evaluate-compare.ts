import type { TracedSpan } from '../../evaluate/traced-span.js';
import type { TimeGrid } from '../../metrics/time-grid.js';
import { printField } from '../../print/print-expression.js';
import type { MetricsFunction } from '../../tree/query.js';
import { matchesCondition, readValue } from './evaluate-expression.js';
import { type Found, joinLabels, labelText, type NaiveSeries, pointsOf } from './naive-series.js';

/** Counts the values of all attributes, once for the selected spans and once for all other spans. */
export function evaluateCompare(
  found: readonly Found[],
  { selection, limit, range }: Extract<MetricsFunction, { readonly kind: 'compare' }>,
  grid: TimeGrid,
): NaiveSeries {
  const isSelected = ({ span, tree }: Found) =>
    matchesCondition(selection, span, tree) &&
    (range === undefined || (span.start_time > range.from && span.start_time <= range.to));
  const result = new Map<string, readonly (number | undefined)[]>();
  for (const [type, spans] of Map.groupBy(found, (each) =>
    isSelected(each) ? 'selection' : 'baseline',
  )) {
    const names = new Set(spans.flatMap((each) => [...attributesOf(each).keys()]));
    for (const name of names) {
      const having = spans.filter((each) => attributesOf(each).has(name));
      const byValue = [...Map.groupBy(having, (each) => attributesOf(each).get(name) ?? '')];
      byValue.sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
      const set = (key: string, counted: readonly Found[]) =>
        result.set(
          key,
          pointsOf(counted, grid, ({ length }) => length),
        );
      for (const [value, counted] of byValue.slice(0, limit)) {
        set(joinLabels(metaLabel(type), value), counted);
      }
      set(
        joinLabels(metaLabel(`${type}_total`), labelText(name, { type: 'string', value: 'nil' })),
        having,
      );
    }
  }
  return result;
}

function metaLabel(type: string): string {
  return labelText('__meta_type', { type: 'string', value: type });
}

/** Returns all values that `compare()` counts for a span. */
function attributesOf({ span, tree }: Found): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const add = (
    scope: 'span' | 'resource' | 'event' | 'link' | 'instrumentation',
    from: TracedSpan['attributes'],
  ) => {
    for (const [name, value] of from) {
      const key = printField({ kind: 'attribute', scope, name });
      values.set(key, values.get(key) ?? labelText(key, value));
    }
  };
  add('span', span.attributes);
  add('resource', span.resource);
  add('instrumentation', span.scope.attributes);
  for (const { attributes } of span.events) {
    add('event', attributes);
  }
  for (const { attributes } of span.links) {
    add('link', attributes);
  }
  for (const name of [
    'name',
    'status',
    'statusMessage',
    'kind',
    'rootName',
    'rootServiceName',
  ] as const) {
    const value = readValue({ kind: 'field', field: { kind: 'intrinsic', name } }, span, tree);
    if (value !== undefined && value.type !== 'list' && value.value !== '') {
      values.set(name, labelText(name, value));
    }
  }
  return values;
}
