import { printExpression } from '../print/print-expression.js';
import { printAggregate } from '../print/print-query.js';
import type { Expression } from '../tree/expression.js';
import type { Aggregate, Scalar, SpanSet, Stage } from '../tree/query.js';
import { compareValues, isNumber } from './compare-values.js';
import type { PipelinePlan } from './plan-pipeline.js';
import type { PlacedSpan } from './read-field.js';
import { combineSpans, type Positions, union } from './relate-spans.js';
import type { TraceShape } from './trace-shape.js';
import type { Value } from './traced-span.js';
import { valueKey } from './value-key.js';

/** A span set that a pipeline has found in one trace. */
export interface FoundSpanSet {
  readonly positions: Positions;
  /** Values of `by` and of aggregates for this span set. Undefined means nil. */
  readonly attributes: readonly { readonly key: string; readonly value: Value | undefined }[];
}

/** Runs a pipeline on a trace. `see` MUST be called with every span before the stages run. The run keeps no spans. */
export class PipelineRun {
  readonly #plan: PipelinePlan;
  readonly #shape: TraceShape;
  readonly #matches: ReadonlyMap<SpanSet, Uint8Array>;
  readonly #values: ReadonlyMap<Expression, (Value | undefined)[]>;

  constructor(plan: PipelinePlan, shape: TraceShape) {
    const { length } = shape.spans;
    this.#plan = plan;
    this.#shape = shape;
    this.#matches = new Map(
      [...plan.conditions.keys()].map((filter) => [filter, new Uint8Array(length)]),
    );
    this.#values = new Map(
      [...plan.values.keys()].map((expression) => [expression, new Array(length)]),
    );
  }

  /** Computes the values of a span that later stages need. */
  see(placed: PlacedSpan): void {
    const { conditions, values } = this.#plan;
    for (const [filter, matches] of conditions) {
      const flags = this.#matches.get(filter);
      if (flags !== undefined) {
        flags[placed.position] = Number(matches(placed));
      }
    }
    for (const [expression, read] of values) {
      const list = this.#values.get(expression);
      if (list !== undefined) {
        list[placed.position] = read(placed);
      }
    }
  }

  /** Runs the stages and returns the resulting span sets; an empty list if the trace does not match. */
  spanSets(): readonly FoundSpanSet[] {
    return this.#run(this.#plan.stages, [...this.#shape.spans.keys()]);
  }

  #run(stages: readonly Stage[], positions: Positions): readonly FoundSpanSet[] {
    let sets: readonly FoundSpanSet[] = [{ positions, attributes: [] }];
    for (const stage of stages) {
      sets = this.#runStage(stage, sets).filter((set) => set.positions.length > 0);
    }
    return sets;
  }

  #runStage(stage: Stage, sets: readonly FoundSpanSet[]): readonly FoundSpanSet[] {
    switch (stage.kind) {
      case 'spans':
        return sets.map((set) => ({ ...set, positions: this.#select(stage.spans, set.positions) }));
      case 'aggregate':
        return sets.flatMap((set) => this.#aggregate(stage, set));
      case 'group':
        return sets.flatMap((set) => this.#group(stage.by, set));
      case 'select':
        return sets;
      case 'coalesce':
        return sets.length === 0
          ? []
          : [{ positions: union(...sets.map(({ positions }) => positions)), attributes: [] }];
    }
  }

  #select(spans: SpanSet, positions: Positions): Positions {
    if (spans.kind === 'operation') {
      const left = this.#select(spans.left, positions);
      const right = this.#select(spans.right, positions);
      return combineSpans(spans.operator, [left, right], this.#shape);
    }
    if (spans.kind === 'pipeline') {
      return union(...this.#run(spans.stages, positions).map((set) => set.positions));
    }
    const flags = this.#matches.get(spans);
    return positions.filter((position) => flags?.[position] === 1);
  }

  #aggregate(
    { aggregate, operator, scalar }: Extract<Stage, { readonly kind: 'aggregate' }>,
    set: FoundSpanSet,
  ): readonly FoundSpanSet[] {
    const found =
      aggregate.kind === 'count'
        ? count(set)
        : aggregateValues(aggregate.kind, this.#valuesOf(aggregate.of, set).filter(isNumber));
    if (found === undefined || !compareValues(operator, found.value, scalar)) {
      return [];
    }
    const attribute = { key: printAggregate(aggregate), value: found.shown };
    return [{ ...set, attributes: [...set.attributes, attribute] }];
  }

  #group(by: Expression, set: FoundSpanSet): readonly FoundSpanSet[] {
    const values = this.#valuesOf(by, set);
    const groups = new Map<string, { value: Value | undefined; positions: number[] }>();
    set.positions.forEach((position, index) => {
      const value = values[index];
      const key = valueKey(value);
      const group = groups.get(key);
      if (group === undefined) {
        groups.set(key, { value, positions: [position] });
      } else {
        group.positions.push(position);
      }
    });
    const key = `by(${printExpression(by)})`;
    return [...groups.values()].map(({ value, positions }) => ({
      positions,
      attributes: [...set.attributes, { key, value }],
    }));
  }

  #valuesOf(expression: Expression, { positions }: FoundSpanSet): readonly (Value | undefined)[] {
    const values = this.#values.get(expression) ?? [];
    return positions.map((position) => values[position]);
  }
}

function count({ positions }: FoundSpanSet): Aggregated {
  const value = { type: 'int', value: BigInt(positions.length) } as const;
  return { value, shown: value };
}

/** Result of an aggregate. `value` is used for comparisons, and `shown` is part of the answer. */
interface Aggregated {
  readonly value: Scalar;
  readonly shown: Scalar;
}

/** Aggregates the numbers of a span set. Returns undefined if the set has no numbers. */
function aggregateValues(
  kind: Exclude<Aggregate['kind'], 'count'>,
  values: readonly Scalar[],
): Aggregated | undefined {
  const [first] = values;
  if (first === undefined) {
    return undefined;
  }
  switch (kind) {
    case 'min':
      return plain(values.reduce((least, next) => (next.value < least.value ? next : least)));
    case 'max':
      return plain(values.reduce((most, next) => (next.value > most.value ? next : most)));
    case 'sum':
      return plain(sum(values));
    case 'avg': {
      const total = sum(values);
      const value: Scalar = { type: 'float', value: Number(total.value) / values.length };
      return total.type === 'duration'
        ? { value, shown: { type: 'duration', value: BigInt(Math.round(value.value)) } }
        : plain(value);
    }
  }
}

/**
 * Adds up numbers. If all numbers have the same type, the sum has this type too. Floats are added in the order of the
 * spans.
 */
function sum(values: readonly Scalar[]): Scalar {
  const type = values[0]?.type ?? 'int';
  if (type === 'float' || values.some((value) => value.type !== type)) {
    let total = 0;
    for (const { value } of values) {
      total += Number(value);
    }
    return { type: 'float', value: total };
  }
  let total = 0n;
  for (const { value } of values) {
    total += BigInt(value);
  }
  return { type, value: total };
}

function plain(value: Scalar): Aggregated {
  return { value, shown: value };
}
