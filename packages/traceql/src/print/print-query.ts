import type { Field } from '../tree/field.js';
import type {
  Aggregate,
  Hint,
  MetricsFunction,
  Query,
  SeriesStage,
  SpanSet,
  Stage,
} from '../tree/query.js';
import { printExpression, printField, printLiteral } from './print-expression.js';

/** Writes a query as text that `parseQuery` reads as the same query. */
export function printQuery(query: Query): string {
  const pipeline = query.pipeline.map(printStage).join(' | ');
  const metrics =
    query.kind === 'traces'
      ? ''
      : ` | ${printMetricsFunction(query.first)}${query.series.map(printSeriesStage).join('')}`;
  return `${pipeline}${metrics}${printHints(query.hints)}`;
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

/** Writes an aggregate as the attribute of a span set is named: `avg(duration)`. */
export function printAggregate(aggregate: Aggregate): string {
  return aggregate.kind === 'count'
    ? 'count()'
    : `${aggregate.kind}(${printExpression(aggregate.of)})`;
}

function printSpanSet(spans: SpanSet): string {
  if (spans.kind === 'filter') {
    return spans.condition === undefined ? '{ }' : `{ ${printExpression(spans.condition)} }`;
  }
  const [left, right] = [spans.left, spans.right].map((side) =>
    side.kind === 'filter' ? printSpanSet(side) : `(${printSpanSet(side)})`,
  );
  return `${left} ${spans.operator} ${right}`;
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
