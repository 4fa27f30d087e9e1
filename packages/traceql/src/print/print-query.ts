import type { Field } from '../tree/field.js';
import type {
  Aggregate,
  Hint,
  MetricsFunction,
  MetricsMath,
  Query,
  SeriesStage,
  SpanSet,
  Stage,
} from '../tree/query.js';
import { printExpression, printField, printLiteral } from './print-expression.js';

/** Prints a query. `parseQuery` parses the result to the same query. */
export function printQuery(query: Query): string {
  return `${printUnhinted(query)}${printHints(query.hints)}`;
}

function printUnhinted(query: Query): string {
  switch (query.kind) {
    case 'traces':
      return printPipeline(query.pipeline);
    case 'metrics':
      return printMetrics(query);
    case 'math':
      return `${printMath(query.math)}${query.series.map(printSeriesStage).join('')}`;
  }
}

function printPipeline(stages: readonly Stage[]): string {
  return stages.map(printStage).join(' | ');
}

type Metrics = Pick<Extract<Query, { kind: 'metrics' }>, 'pipeline' | 'first' | 'series'>;

function printMetrics({ pipeline, first, series }: Metrics): string {
  const changes = series.map(printSeriesStage).join('');
  return `${printPipeline(pipeline)} | ${printMetricsFunction(first)}${changes}`;
}

function printMath(math: MetricsMath): string {
  switch (math.kind) {
    case 'metrics':
      return `(${printMetrics(math)})`;
    case 'scalar':
      return printLiteral(math.scalar);
    case 'operation': {
      const [left, right] = [math.left, math.right].map((side) =>
        side.kind === 'operation' ? `(${printMath(side)})` : printMath(side),
      );
      return `${left} ${math.operator} ${right}`;
    }
  }
}

function printStage(stage: Stage): string {
  switch (stage.kind) {
    case 'spans':
      return printSpanSet(stage.spans);
    case 'aggregate': {
      const { aggregate, operator, scalar } = stage;
      return `${printAggregate(aggregate)} ${operator} ${printLiteral(scalar)}`;
    }
    case 'group':
      return `by(${printExpression(stage.by)})`;
    case 'select':
      return `select(${printFields(stage.fields)})`;
    case 'coalesce':
      return 'coalesce()';
  }
}

/** Prints an aggregate in the form used in answers: `avg(duration)`. */
export function printAggregate(aggregate: Aggregate): string {
  return aggregate.kind === 'count'
    ? 'count()'
    : `${aggregate.kind}(${printExpression(aggregate.of)})`;
}

function printSpanSet(spans: SpanSet): string {
  switch (spans.kind) {
    case 'filter':
      return spans.condition === undefined ? '{ }' : `{ ${printExpression(spans.condition)} }`;
    case 'pipeline':
      return `(${printPipeline(spans.stages)})`;
    case 'operation': {
      // If one operand is a pipeline, the filters of the operation are put into parentheses too.
      const isPlain = !hasPipeline(spans);
      const [left, right] = [spans.left, spans.right].map((side) =>
        side.kind === 'pipeline' || (isPlain && side.kind === 'filter')
          ? printSpanSet(side)
          : `(${printSpanSet(side)})`,
      );
      return `${left} ${spans.operator} ${right}`;
    }
  }
}

function hasPipeline(spans: SpanSet): boolean {
  return spans.kind === 'operation'
    ? hasPipeline(spans.left) || hasPipeline(spans.right)
    : spans.kind === 'pipeline';
}

function printMetricsFunction(first: MetricsFunction): string {
  switch (first.kind) {
    case 'rate':
    case 'count_over_time':
      return `${first.kind}()${printLabels(first.by)}`;
    case 'quantile_over_time': {
      const quantiles = first.quantiles.map((value) => `, ${value}`).join('');
      return `${first.kind}(${printField(first.field)}${quantiles})${printLabels(first.by)}`;
    }
    case 'compare': {
      const { selection, limit, range } = first;
      const filter = printSpanSet({ kind: 'filter', condition: selection });
      const bounds = range === undefined ? '' : `, ${range.from}, ${range.to}`;
      return `compare(${filter}, ${limit}${bounds})`;
    }
    default:
      return `${first.kind}(${printField(first.field)})${printLabels(first.by)}`;
  }
}

function printSeriesStage(stage: SeriesStage): string {
  return stage.kind === 'compare_points'
    ? ` ${stage.operator} ${printLiteral(stage.scalar)}`
    : ` | ${stage.kind}(${stage.limit})`;
}

function printLabels(fields: readonly Field[]): string {
  return fields.length === 0 ? '' : ` by (${printFields(fields)})`;
}

function printFields(fields: readonly Field[]): string {
  return fields.map(printField).join(', ');
}

function printHints(hints: readonly Hint[]): string {
  const texts = hints.map(({ name, value }) => `${name}=${printLiteral(value)}`);
  return texts.length === 0 ? '' : ` with(${texts.join(', ')})`;
}
