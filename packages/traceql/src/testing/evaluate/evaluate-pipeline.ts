import type { Trace, TracedSpan, Value } from '../../evaluate/traced-span.js';
import type { Aggregate, Scalar, Stage } from '../../tree/query.js';
import { compare, isNumber } from './compute.js';
import { readValue } from './evaluate-expression.js';
import { evaluateSpanSet } from './evaluate-span-set.js';
import { TraceTree } from './trace-tree.js';

/** Spans of a trace that stages have selected, in groups. */
type SpanGroups = readonly (readonly TracedSpan[])[];

/** Returns the span sets that a pipeline finds in a trace; an empty list if the trace does not match. */
export function evaluatePipeline(pipeline: readonly Stage[], trace: Trace): SpanGroups {
  const tree = new TraceTree(trace);
  return evaluateStages(pipeline, tree.spans, tree);
}

function evaluateStages(
  stages: readonly Stage[],
  spans: readonly TracedSpan[],
  tree: TraceTree,
): SpanGroups {
  return stages
    .reduce<SpanGroups>((groups, stage) => evaluateStage(stage, groups, tree), [spans])
    .filter((group) => group.length > 0);
}

function evaluateStage(stage: Stage, groups: SpanGroups, tree: TraceTree): SpanGroups {
  const filled = groups.filter((spans) => spans.length > 0);
  switch (stage.kind) {
    case 'spans':
      return filled.map((spans) =>
        evaluateSpanSet(stage.spans, spans, {
          tree,
          evaluateStages: (stages, of) => evaluateStages(stages, of, tree).flat(),
        }),
      );
    case 'aggregate':
      return filled.filter((spans) =>
        compare(stage.operator, aggregate(stage.aggregate, spans, tree), stage.scalar),
      );
    case 'group':
      return filled.flatMap((spans) => [
        ...Map.groupBy(spans, (span) => keyOf(readValue(stage.by, span, tree))).values(),
      ]);
    case 'select':
      return filled;
    case 'coalesce': {
      const left = new Set(filled.flat());
      return [tree.spans.filter((span) => left.has(span))];
    }
  }
}

/** Returns a string that is the same for equal values. Numbers are compared by value, even if their types differ. */
function keyOf(value: Value | undefined): string {
  if (value === undefined) {
    return 'nil';
  }
  if (value.type === 'list') {
    return JSON.stringify(value.values.map(keyOf));
  }
  if (!isNumber(value)) {
    return `${value.type} ${value.value}`;
  }
  return `number ${Number.isInteger(value.value) ? BigInt(value.value) : value.value}`;
}

function aggregate(
  { kind, ...rest }: Aggregate,
  spans: readonly TracedSpan[],
  tree: TraceTree,
): Scalar | undefined {
  if (!('of' in rest)) {
    return { type: 'int', value: BigInt(spans.length) };
  }
  const values = spans.map((span) => readValue(rest.of, span, tree)).filter(isNumber);
  const [first, ...others] = values;
  if (first === undefined) {
    return undefined;
  }
  switch (kind) {
    case 'min':
      return others.reduce<Scalar>(
        (least, value) => (value.value < least.value ? value : least),
        first,
      );
    case 'max':
      return others.reduce<Scalar>(
        (most, value) => (value.value > most.value ? value : most),
        first,
      );
    case 'avg':
      return { type: 'float', value: Number(sum(values).value) / values.length };
    default:
      return sum(values);
  }
}

function sum(values: readonly Scalar[]): Scalar {
  const [{ type } = { type: 'int' as const }] = values;
  if (values.some((value) => value.type !== type || value.type === 'float')) {
    return { type: 'float', value: values.reduce((total, { value }) => total + Number(value), 0) };
  }
  const value = values.reduce((total, scalar) => total + BigInt(scalar.value), 0n);
  return { type: type === 'duration' ? 'duration' : 'int', value };
}
