import { jsonAtPath } from './filter-json-path-to-sql.js';
import { CUT, columnLeaves, isWhole, mapLeaves } from './filter-leaves.js';
import type { StatementParameters } from './statement.js';
import type { MetricType } from './trace-analytics.js';

/** What is read of a root for a metric. */
export interface MetricColumn {
  /** SQL for a row: the value, or NULL (of lists: no elements) where it has none of the type. */
  readonly value: string;
  /** The same, fast, from columns that hold most of them; where it is wrong, `isUnclear` is true. */
  readonly quick: string;
  readonly isUnclear: string | undefined;
}

interface Place {
  readonly type: MetricType;
  readonly path: string;
}

const METRICS_PATH = 'ag.metrics.';

/** `path` is no cumulative total: those are no columns of a row. */
export function metricColumn(place: Place, parameters: StatementParameters): MetricColumn {
  const { path } = place;
  if (path === 'ag' || path === 'ag.type' || path === 'ag.metrics') {
    return exact(place.type === 'json' ? 'toNullable(1)' : absent(place.type));
  }
  if (path.startsWith('ag.type.')) {
    return columnLeaves(path) === undefined ? exact(absent(place.type)) : typeColumn(place);
  }
  if (path.startsWith(METRICS_PATH)) {
    const leaf = columnLeaves(path)?.number;
    const rest = path.slice(METRICS_PATH.length);
    return leaf !== undefined && place.type.startsWith('numeric/')
      ? exact(`if(${leaf.has}, ${leaf.value}, NULL)`)
      : exact(fromText(place.type, jsonAtPath('metrics', rest, parameters)));
  }
  const value = fromText(place.type, jsonAtPath('attributes', path, parameters));
  return { ...exact(value), ...fromMaps(place, parameters) };
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

function typeColumn({ type, path }: Place): MetricColumn {
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

/** `raw` is SQL for the JSON text of the value, `''` when there is none. */
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

/** Scalars are in the maps as well, all but long texts. */
function fromMaps(
  { type, path }: Place,
  parameters: StatementParameters,
): Pick<MetricColumn, 'quick' | 'isUnclear'> | undefined {
  const { string, number, bool } = mapLeaves(path, parameters);
  const found = (leaf: typeof string, value?: string) => ({
    quick: `if(${leaf?.has}, toNullable(${value ?? leaf?.value}), NULL)`,
    isUnclear: CUT,
  });
  switch (type) {
    case 'numeric/continuous':
    case 'numeric/discrete':
      return found(number);
    case 'binary':
      return found(bool);
    case 'string':
      return found(string, '1');
    case 'categorical/single':
      return { ...found(string), isUnclear: `(${CUT} OR NOT ${isWhole(string?.value ?? '')})` };
    default:
      return undefined; // lists and objects are in the text alone
  }
}
