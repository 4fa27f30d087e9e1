import {
  currentSpans,
  type DoubtScope,
  type Doubts,
  isSelected,
  plainRows,
  readDoubts,
} from './doubtful-traces.js';
import { jsonAtPath } from './filter-json-path-to-sql.js';
import { CUT, columnLeaves, isWhole, type Leaf, mapLeaves } from './filter-leaves.js';
import { jsonRows } from './metric-aggregates.js';
import type { RunStatement } from './run-statement.js';
import { type Statement, StatementParameters } from './statement.js';
import type { AttributeRange, AttributeValue, RowSelection } from './trace-analytics.js';

/** Spans that are looked at, the newest ones. */
const MAX_SPANS = 1_000_000;
const MAX_TEXT_CHARS = 256;
/** Doubles are exact up to there. */
const EXACT_NUMBERS = 9_007_199_254_740_992;

export interface ValuesRequest extends AttributeRange {
  readonly key: string;
  readonly snapshot: readonly bigint[];
}

/** The scalars at the key, the most frequent first. */
export async function listAttributeValues(
  run: RunStatement,
  request: ValuesRequest,
): Promise<readonly AttributeValue[]> {
  const selection = toSelection(request);
  const scope: DoubtScope = {
    selection,
    only: (parameters) => valueAt(request.key, parameters).has,
    isUnclear: () => 'false',
    newest: MAX_SPANS,
  };
  const doubts = await readDoubts(run, scope);
  const rows = jsonRows<readonly [string, number]>(await run(selectValues(request, doubts)));
  return rows.map(([value, count]) => ({ json: value, count }));
}

function toSelection({ project_id, oldest, newest, snapshot }: ValuesRequest): RowSelection {
  const all = { filter: undefined, ratePercent: undefined, order: 'descending' } as const;
  return { project_id, oldest, newest, snapshot, ...all };
}

export function selectValues(request: ValuesRequest, doubts: Doubts): Statement {
  const parameters = new StatementParameters();
  const selection = toSelection(request);
  const { has, quick, exact, isUnclear } = valueAt(request.key, parameters);
  const newest = `ORDER BY start_time DESC LIMIT ${MAX_SPANS}`;
  const plain = [...plainRows(selection, doubts, parameters), has].join(' AND ');
  const branches = [
    `SELECT start_time, ${quick} AS value FROM spans WHERE ${plain} AND NOT (${isUnclear}) ${newest}`,
  ];
  if (isUnclear !== 'false') {
    branches.push(
      `SELECT start_time, ${exact} AS value FROM spans WHERE ${plain} AND ${isUnclear} ${newest}`,
    );
  }
  if (doubts.traces.length > 0) {
    const columns = {
      started: 'start_time',
      value: exact,
      is_selected: isSelected(selection, parameters),
    };
    const spans = currentSpans(selection, { doubts, columns }, parameters);
    branches.push(`SELECT started AS start_time, value FROM (${spans}) WHERE is_selected`);
  }
  const values = branches.map((branch) => `SELECT * FROM (${branch}) WHERE value != ''`);
  const shown = `if(startsWith(value, '"'), JSONExtractString(value), value)`;
  const query = [
    `SELECT value, count() AS n FROM (SELECT value FROM (${values.join(' UNION ALL ')}) ${newest})`,
    `WHERE NOT startsWith(value, '"') OR lengthUTF8(${shown}) <= ${MAX_TEXT_CHARS}`,
    `GROUP BY value HAVING startsWith(${shown}, ${parameters.bind('String', request.prefix)})`,
    `ORDER BY n DESC, ${shown}, value LIMIT ${parameters.bind('UInt64', request.limit)}`,
    'SETTINGS output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow',
  ].join(' ');
  return { query, query_params: parameters.values };
}

interface ValueColumn {
  /** SQL: the span may have a scalar there. */
  readonly has: string;
  /** SQL for its JSON text, `''` when there is none. */
  readonly exact: string;
  readonly quick: string;
  /** SQL: only `exact` is right. */
  readonly isUnclear: string;
}

function valueAt(key: string, parameters: StatementParameters): ValueColumn {
  const metric = /^ag\.metrics\.(.*)$/s.exec(key)?.[1];
  if (metric !== undefined) {
    return fromText(scalar(jsonAtPath('metrics', metric, parameters)));
  }
  const type = columnLeaves(key)?.string;
  if (type !== undefined) {
    const text = `if(${type.has}, toJSONString(CAST(${type.value}, 'String')), '')`;
    return fromText(text);
  }
  const { string, number, bool } = mapLeaves(key, parameters);
  const [text, double, flag] = [string, number, bool] as [Leaf, Leaf, Leaf];
  return {
    has: `(${[text.has, double.has, flag.has, CUT].join(' OR ')})`,
    exact: scalar(jsonAtPath('attributes', key, parameters)),
    quick: `multiIf(${text.has}, toJSONString(${text.value}), ${double.has}, toJSONString(${double.value}), ${flag.has}, toString(${flag.value}), '')`,
    isUnclear: `(${CUT} OR NOT ${isWhole(text.value)} OR abs(${double.value}) >= ${EXACT_NUMBERS})`,
  };
}

function fromText(text: string): ValueColumn {
  return { has: `${text} != ''`, exact: text, quick: text, isUnclear: 'false' };
}

function scalar(raw: string): string {
  return `arrayMap(j -> if(j = 'null' OR startsWith(j, '{') OR startsWith(j, '['), '', j), [${raw}])[1]`;
}
