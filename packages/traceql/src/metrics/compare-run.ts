import { compareCodePoints } from '@spanhouse/span-schema';
import { compileCondition } from '../evaluate/compile-expression.js';
import type { PlacedSpan } from '../evaluate/read-field.js';
import { attributesIn, type TracedSpan, type Value } from '../evaluate/traced-span.js';
import { valueKey } from '../evaluate/value-key.js';
import { printField } from '../print/print-expression.js';
import { QueryTooLarge } from '../traceql-error.js';
import { attributeScopes } from '../tree/field.js';
import type { MetricsFunction } from '../tree/query.js';
import { type Series, sortTextOf } from './series.js';
import { pointOf, type TimeGrid } from './time-grid.js';

const MAX_COUNTS = 1_000_000;
const MAX_POINTS = 5_000_000;
const nil: Value = { type: 'string', value: 'nil' };

type Counts = Map<number, number>;

/** Number of spans that have a field, in total and per value. */
interface FieldCounts {
  readonly total: Counts;
  readonly values: Map<string, { readonly value: Value; readonly counts: Counts }>;
}

type Scope = (typeof attributeScopes)[number];
type Compare = Extract<MetricsFunction, { readonly kind: 'compare' }>;

/** Counts the values of all attributes, once for the selected spans and once for all other spans. */
export class CompareRun {
  readonly #first: Compare;
  readonly #matches: (placed: PlacedSpan) => boolean;
  readonly #grid: TimeGrid;
  readonly #fields = {
    baseline: new Map<string, FieldCounts>(),
    selection: new Map<string, FieldCounts>(),
  };
  /** Cache of printed fields, keyed by scope and name, because printing takes longer than a look-up. */
  readonly #names = new Map<Scope, Map<string, string>>(
    attributeScopes.map((scope) => [scope, new Map()]),
  );
  #counted = 0;

  constructor(first: Compare, grid: TimeGrid) {
    this.#first = first;
    this.#matches = compileCondition(first.selection);
    this.#grid = grid;
  }

  see(placed: PlacedSpan): void {
    const point = pointOf(this.#grid, placed.span.start_time);
    if (point !== undefined) {
      const fields = this.#fields[this.#isSelected(placed) ? 'selection' : 'baseline'];
      for (const [name, value] of this.#valuesOf(placed)) {
        let field = fields.get(name);
        if (field === undefined) {
          field = { total: new Map(), values: new Map() };
          fields.set(name, field);
        }
        this.#count(field.total, point);
        this.#countValue(field, value, point);
      }
    }
  }

  series(): readonly Series[] {
    const series: Series[] = [];
    for (const type of ['baseline', 'selection'] as const) {
      for (const [name, { total, values }] of this.#fields[type]) {
        for (const { value, counts } of this.#largest(values)) {
          series.push(this.#toSeries([type, name], value, counts));
        }
        series.push(this.#toSeries([`${type}_total`, name], nil, total));
        if (series.length * this.#grid.points > MAX_POINTS) {
          throw new QueryTooLarge('the attributes have too many points: make step longer');
        }
      }
    }
    return series;
  }

  #isSelected(placed: PlacedSpan): boolean {
    const { range } = this.#first;
    const time = placed.span.start_time;
    const isInside = range === undefined || (time > range.from && time <= range.to);
    return isInside && this.#matches(placed);
  }

  /** Yields each field of a span once, with its value. */
  *#valuesOf({ span, shape, rootService }: PlacedSpan): Generator<readonly [string, Value]> {
    yield ['status', { type: 'status', value: span.status }];
    yield ['kind', { type: 'kind', value: span.kind }];
    const texts = {
      name: span.span_name,
      statusMessage: span.status_message,
      rootName: shape.spans[shape.root ?? -1]?.span_name ?? '',
      rootServiceName: rootService,
    };
    for (const [name, value] of Object.entries(texts)) {
      if (value !== '') {
        yield [name, { type: 'string', value }];
      }
    }
    for (const scope of attributeScopes) {
      yield* this.#attributesOf(span, scope);
    }
  }

  /**
   * Yields the attributes in a scope. If several events or links have an attribute with the same name, only the first
   * value is yielded.
   */
  *#attributesOf(span: TracedSpan, scope: Scope): Generator<readonly [string, Value]> {
    const seen = new Set<string>();
    for (const attributes of attributesIn(span, scope)) {
      for (const [name, value] of attributes) {
        if (!seen.has(name)) {
          seen.add(name);
          yield [this.#nameOf(scope, name), value];
        }
      }
    }
  }

  #nameOf(scope: Scope, name: string): string {
    const names = this.#names.get(scope);
    const known = names?.get(name);
    if (known !== undefined) {
      return known;
    }
    const written = printField({ kind: 'attribute', scope, name });
    names?.set(name, written);
    return written;
  }

  #countValue({ values }: FieldCounts, value: Value, point: number): void {
    const key = valueKey(value);
    let known = values.get(key);
    if (known === undefined) {
      known = { value, counts: new Map() };
      values.set(key, known);
    }
    this.#count(known.counts, point);
  }

  #count(counts: Counts, point: number): void {
    const known = counts.get(point);
    if (known === undefined && ++this.#counted > MAX_COUNTS) {
      throw new QueryTooLarge('the spans have too many values to compare: narrow the query');
    }
    counts.set(point, (known ?? 0) + 1);
  }

  /** Returns the most frequent values. Values with equal counts are sorted by their string forms. */
  #largest(values: FieldCounts['values']) {
    return [...values.values()]
      .map((each) => ({
        ...each,
        sum: [...each.counts.values()].reduce((sum, count) => sum + count, 0),
        text: sortTextOf(each.value),
      }))
      .sort((a, b) => b.sum - a.sum || compareCodePoints(a.text, b.text))
      .slice(0, this.#first.limit);
  }

  #toSeries([type, name]: readonly [string, string], value: Value, counts: Counts): Series {
    const points = new Float64Array(this.#grid.points);
    for (const [point, count] of counts) {
      points[point] = count;
    }
    const meta = { key: '__meta_type', value: { type: 'string', value: type } } as const;
    return { labels: [meta, { key: name, value }], points, group: '' };
  }
}
