import type { MetricType } from '@spanhouse/span-schema';
import { jsonAtPath } from '../../filter/json-at-path.js';
import { columnLeaves, cut, listedLeaves } from '../../filter/leaves.js';
import { memberSql } from '../../filter/packed-text.js';

/** SQL for the value of a metric in the row of a root span. */
export interface MetricColumn {
  /** SQL for the value; NULL or an empty list if the span has no value of the expected type. */
  readonly value: string;
  /** SQL for the value from columns that are faster to read. It may be wrong if `isUnclear` is true. */
  readonly quick: string;
  /** SQL condition that is true if `quick` may be wrong; undefined if `quick` is always right. */
  readonly isUnclear: string | undefined;
}

interface MetricPath {
  readonly type: MetricType;
  readonly path: string;
}

const metricsPath = 'ag.metrics.';

/** Returns the column of a metric in the row of a root span. The path MUST NOT be a cumulative total (`sumAtPath`). */
export function metricColumn(metric: MetricPath): MetricColumn {
  const { path } = metric;
  if (path === 'ag' || path === 'ag.type' || path === 'ag.metrics') {
    return exact(metric.type === 'json' ? 'toNullable(1)' : absent(metric.type));
  }
  if (path.startsWith('ag.type.')) {
    return columnLeaves(path) === undefined ? exact(absent(metric.type)) : typeColumn(metric);
  }
  if (path.startsWith(metricsPath)) {
    const leaf = columnLeaves(path)?.number;
    const rest = path.slice(metricsPath.length);
    return leaf !== undefined && metric.type.startsWith('numeric/')
      ? exact(`if(${leaf.has}, ${leaf.value}, NULL)`)
      : exact(fromText(metric.type, jsonAtPath(memberSql('metrics'), rest)));
  }
  const value = fromText(metric.type, jsonAtPath('attributes', path));
  return { ...exact(value), ...fromColumns(metric) };
}

/** Returns SQL for a number below `ag.metrics` in the row of any span; NULL if the span has none. */
export function metricAt(path: string): string {
  const leaf = columnLeaves(`${metricsPath}${path}`)?.number;
  return leaf === undefined
    ? 'CAST(NULL AS Nullable(Float64))'
    : `if(${leaf.has}, toNullable(${leaf.value}), NULL)`;
}

function exact(value: string): MetricColumn {
  return { value, quick: value, isUnclear: undefined };
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

function typeColumn({ type, path }: MetricPath): MetricColumn {
  const leaf = columnLeaves(path)?.string;
  const has = leaf?.has ?? 'false';
  switch (type) {
    case 'categorical/single':
      return exact(`if(${has}, toNullable(CAST(${leaf?.value}, 'String')), NULL)`);
    case 'string':
      return exact(`if(${has}, toNullable(1), NULL)`);
    default:
      return exact(absent(type));
  }
}

/** Returns SQL for the value of the JSON text `raw`, which is `''` if there is no value. */
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

/** Returns SQL for the value from the keys and numbers of a row; undefined if only the JSON text contains the value. */
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
