import { type JsonValue, stringifyJson } from '@spanhouse/span-schema';
import { valueAtName, valueAtPath } from '@spanhouse/span-schema/testing';
import type { AggregateField, SpanAggregation } from '../../span-aggregation.js';
import { selectRows } from '../select-rows.js';
import { toFilterableSpan } from '../to-filterable-span.js';
import { toNumber } from './count-usage.js';
import { type MeasuredRow, shownAt, type Totals, traceEntriesOf } from './trace-entries.js';

/** A span or trace, with the numbers that it adds to sums. */
export interface AggregateEntry {
  readonly row: MeasuredRow;
  readonly numberAt: (path: string) => number | undefined;
  readonly added: Totals;
}

/** Returns the entries that an aggregation counts. */
export function aggregateEntries(
  rows: readonly MeasuredRow[],
  { selection, focus }: SpanAggregation,
): readonly AggregateEntry[] {
  if (focus === 'trace') {
    return traceEntriesOf(rows, selection).map(({ row, totals }) => ({
      row,
      numberAt: (path) => toNumber(shownAt({ root: row.source, totals }, path)),
      added: totals,
    }));
  }
  return selectRows(rows, selection).map((row) => ({
    row,
    numberAt: (path) => toNumber(valueAtPath(toFilterableSpan(row.span).attributes, path)),
    added: {
      tokens: numbersOf(row.source.metrics.tokens.incremental),
      costs: numbersOf(row.source.metrics.costs.incremental),
      errors: row.source.metrics.errors.incremental,
    },
  }));
}

/** Returns the value of a field as JSON, or undefined if the value is absent or a stored null. */
export function textOfField({ row }: AggregateEntry, field: AggregateField): string | undefined {
  const span = toFilterableSpan(row.span);
  const value =
    'key' in field
      ? valueOfKey(span, field)
      : ((span as unknown as Record<string, JsonValue | undefined>)[field.field] ?? undefined);
  return value === undefined || value === null ? undefined : stringifyJson(value);
}

function valueOfKey(
  span: ReturnType<typeof toFilterableSpan>,
  { field, key }: Extract<AggregateField, { key: string }>,
): JsonValue | undefined {
  if (field === 'attributes') {
    const value = valueAtPath(span.attributes, key);
    const isOther = typeof value !== 'string' && /^ag\.(session|user)\.id$/.test(key);
    return isOther ? undefined : value; // ids must be strings (docs/api/ingest.md)
  }
  const origin = field === 'resource.attributes' ? span.resource : span.scope;
  const { attributes } = origin ?? {};
  return attributes === undefined ? undefined : valueAtName(attributes, key);
}

function numbersOf(group: object | undefined): Readonly<Record<string, number | undefined>> {
  return Object.fromEntries(
    Object.entries(group ?? {}).map(([name, value]) => [name, toNumber(value)]),
  );
}
