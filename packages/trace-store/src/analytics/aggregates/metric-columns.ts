import type { MetricType } from '@spanhouse/span-schema';
import { jsonAtPath } from '../../filter/json-at-path.js';
import { columnLeaves, cut, listedLeaves } from '../../filter/leaves.js';
import { memberSql } from '../../filter/packed-text.js';
import type { MetricSpec } from '../../trace-analytics.js';
import { fromRow, type RootColumn } from '../totals/span-rows.js';
import { type EntryColumn, sumAtPath } from '../totals/trace-entries.js';

type MetricPath = Pick<MetricSpec, 'type' | 'path'>;

const metricsPath = 'ag.metrics.';

/**
 * Returns the column for a trace metric. For a cumulative number, it contains the trace's total; otherwise, it contains
 * the root span's value.
 */
export function entryColumn(metric: MetricPath): EntryColumn {
  const sum = metric.type.startsWith('numeric/') ? sumAtPath(metric.path) : undefined;
  return sum === undefined ? metricColumn(metric) : { kind: 'total', sum };
}

/** Returns an SQL condition that is true if the `quick` value of at least one column may be wrong. */
export function anyUnclear(columns: readonly EntryColumn[]): string {
  const unclear = columns.flatMap((column) =>
    'isUnclear' in column ? (column.isUnclear ?? []) : [],
  );
  return unclear.length === 0 ? 'false' : unclear.join(' OR ');
}

/** Returns the column that reads a metric from a span's row. */
export function metricColumn(metric: MetricPath): RootColumn {
  const { path } = metric;
  if (path === 'ag' || path === 'ag.type' || path === 'ag.metrics') {
    return fromRow(metric.type === 'json' ? 'toNullable(1)' : absent(metric.type));
  }
  if (path.startsWith('ag.type.')) {
    return columnLeaves(path) === undefined ? fromRow(absent(metric.type)) : typeColumn(metric);
  }
  if (path.startsWith(metricsPath)) {
    const leaf = columnLeaves(path)?.number;
    const rest = path.slice(metricsPath.length);
    return leaf !== undefined && metric.type.startsWith('numeric/')
      ? fromRow(`if(${leaf.has}, ${leaf.value}, NULL)`)
      : fromRow(fromText(metric.type, jsonAtPath(memberSql('metrics'), rest)));
  }
  const value = fromText(metric.type, jsonAtPath('attributes', path));
  return { ...fromRow(value), ...fromColumns(metric) };
}

/** Returns SQL that reads a number below `ag.metrics` from a span's row; NULL if the span does not have it. */
export function metricAt(path: string): string {
  const leaf = columnLeaves(`${metricsPath}${path}`)?.number;
  return leaf === undefined
    ? 'CAST(NULL AS Nullable(Float64))'
    : `if(${leaf.has}, toNullable(${leaf.value}), NULL)`;
}

function absent(type: MetricType): string {
  switch (type) {
    case 'categorical/multiple':
      return "CAST([], 'Array(String)')";
    case 'categorical/single':
      return "CAST(NULL, 'Nullable(String)')";
    default:
      return "CAST(NULL, 'Nullable(Float64)')";
  }
}

function typeColumn({ type, path }: MetricPath): RootColumn {
  const leaf = columnLeaves(path)?.string;
  const has = leaf?.has ?? 'false';
  switch (type) {
    case 'categorical/single':
      return fromRow(`if(${has}, toNullable(CAST(${leaf?.value}, 'String')), NULL)`);
    case 'string':
      return fromRow(`if(${has}, toNullable(1), NULL)`);
    default:
      return fromRow(absent(type));
  }
}

/** Returns SQL for the value of the JSON in `raw`, which is `''` if there is no value. */
function fromText(type: MetricType, raw: string): string {
  const found = (condition: string, value: string) =>
    `arrayMap(j -> if(${condition}, toNullable(${value}), NULL), [${raw}])[1]`;
  switch (type) {
    case 'numeric/continuous':
    case 'numeric/discrete':
      return found("match(j, '^-?[0-9]')", 'toFloat64OrZero(j)');
    case 'binary':
      return found("j IN ('true', 'false')", "j = 'true'");
    case 'categorical/single':
      return found(`startsWith(j, '"')`, 'JSONExtractString(j)');
    case 'string':
      return found(`startsWith(j, '"')`, '1');
    case 'json':
      return found("startsWith(j, '{')", '1');
    case 'categorical/multiple':
      return `arrayMap(e -> JSONExtractString(e), arrayFilter(e -> startsWith(e, '"'), JSONExtractArrayRaw(${raw})))`;
  }
}

/**
 * Returns SQL that reads a metric from the key and number columns, or undefined if the metric occurs only in the
 * attributes JSON.
 */
function fromColumns({ type, path }: MetricPath) {
  switch (type) {
    case 'numeric/continuous':
    case 'numeric/discrete': {
      const { number } = listedLeaves(path);
      return { quick: `if(${number.has}, toNullable(${number.value}), NULL)`, isUnclear: cut };
    }
    case 'string': {
      const { hasText } = listedLeaves(path);
      return { quick: `if(${hasText}, toNullable(1), NULL)`, isUnclear: cut };
    }
    default:
      return undefined;
  }
}
