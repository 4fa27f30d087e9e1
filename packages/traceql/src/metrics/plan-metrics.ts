import { compileValue } from '../evaluate/compile-expression.js';
import type { PlacedSpan } from '../evaluate/read-field.js';
import type { Value } from '../evaluate/traced-span.js';
import { printField } from '../print/print-expression.js';
import { type Field, typeOfField } from '../tree/field.js';
import { listFields } from '../tree/list-fields.js';
import type { MetricsFunction } from '../tree/query.js';

export type CountingFunction = Exclude<MetricsFunction, { readonly kind: 'compare' }>;

/** A compiled metrics function. */
export interface SeriesPlan {
  readonly first: CountingFunction;
  readonly labels: readonly {
    readonly key: string;
    readonly read: (placed: PlacedSpan) => Value | undefined;
  }[];
  /** Reads the measured field; undefined if the function only counts spans. */
  readonly measure: ((placed: PlacedSpan) => Value | undefined) | undefined;
  /** True if the measured field is in nanoseconds. Answers show it in seconds. */
  readonly isDuration: boolean;
}

/** Compiles a metrics function other than `compare`. */
export function planSeries(first: CountingFunction): SeriesPlan {
  const by = new Map(first.by.map((field) => [printField(field), field]));
  const field = 'field' in first ? first.field : undefined;
  return {
    first,
    labels: [...by].map(([key, of]) => ({ key, read: compileField(of) })),
    measure: field && compileField(field),
    isDuration: field !== undefined && typeOfField(field) === 'duration',
  };
}

/** Returns the fields that a metrics function refers to. The attributes counted by `compare()` are not included. */
export function listMetricsFields(first: MetricsFunction): readonly Field[] {
  if (first.kind !== 'compare') {
    return 'field' in first ? [first.field, ...first.by] : first.by;
  }
  const ofRoot = (['rootName', 'rootServiceName'] as const).map(
    (name): Field => ({ kind: 'intrinsic', name }),
  );
  return [...(first.selection === undefined ? [] : listFields(first.selection)), ...ofRoot];
}

function compileField(field: Field): (placed: PlacedSpan) => Value | undefined {
  return compileValue({ kind: 'field', field });
}
