import { jsonRows } from '../connection/json-rows.js';
import type { RunStatement } from '../connection/run-statement.js';
import { type Statement, StatementParameters } from '../connection/statement.js';
import { jsonAtPath } from '../filter/json-at-path.js';
import { columnLeaves, cut, listedLeaves } from '../filter/leaves.js';
import { memberSql } from '../filter/packed-text.js';
import { byStart } from '../sql/bucket-order.js';
import type { AttributeRange, AttributeValue, RowSelection } from '../trace-analytics.js';
import { currentSpans, isSelected } from './current-spans.js';
import {
  plainRows,
  readUnresolved,
  type Unresolved,
  type UnresolvedScope,
} from './unresolved-traces.js';

/** Only this many of the newest spans are read (docs/api/analytics.md). */
const MAX_SPANS = 1_000_000;
const MAX_TEXT_CHARS = 256;

/** A request for the values at a key, as of a snapshot. */
export interface ValuesRequest extends AttributeRange {
  readonly key: string;
  readonly snapshot: readonly bigint[];
}

/** Lists the scalar values at a key, most frequent first. */
export async function listAttributeValues(
  run: RunStatement,
  request: ValuesRequest,
): Promise<readonly AttributeValue[]> {
  const selection = toSelection(request);
  const scope: UnresolvedScope = {
    selection,
    only: (parameters) => valueAt(request.key, parameters).has,
    needsTotals: false,
    isUnclear: () => 'false',
    newest: MAX_SPANS,
  };
  const unresolved = await readUnresolved(run, scope);
  const rows = jsonRows<readonly [string, number]>(await run(selectValues(request, unresolved)));
  return rows.map(([value, count]) => ({ json: value, count }));
}

function toSelection({ project_id, oldest, newest, snapshot }: ValuesRequest): RowSelection {
  const all = { filter: undefined, ratePercent: undefined, order: 'descending' } as const;
  return { project_id, oldest, newest, snapshot, ...all };
}

/** Selects the values at a key with their counts. */
export function selectValues(request: ValuesRequest, unresolved: Unresolved): Statement {
  const parameters = new StatementParameters();
  const selection = toSelection(request);
  const { has, text } = valueAt(request.key, parameters);
  const newest = `ORDER BY start_time DESC LIMIT ${MAX_SPANS}`;
  const plain = [...plainRows(selection, unresolved, parameters), has].join(' AND ');
  const branches = [
    `SELECT start_time, ${text} AS value FROM spans WHERE ${plain} ORDER BY ${byStart('DESC')} LIMIT ${MAX_SPANS}`,
  ];
  if (unresolved.traces.length > 0) {
    const columns = {
      started: 'start_time',
      value: text,
      is_selected: isSelected(selection, parameters),
    };
    const spans = currentSpans(selection, { unresolved, columns }, parameters);
    branches.push(`SELECT started AS start_time, value FROM (${spans}) WHERE is_selected`);
  }
  const values = branches.map((branch) => `SELECT * FROM (${branch}) WHERE value != ''`);
  const shown = `if(startsWith(value, '"'), JSONExtractString(value), value)`;
  return parameters.statement`
    SELECT value, count() AS n FROM (SELECT value FROM (${values.join(' UNION ALL ')}) ${newest})
    WHERE NOT startsWith(value, '"') OR lengthUTF8(${shown}) <= ${MAX_TEXT_CHARS}
    GROUP BY value HAVING startsWith(${shown}, ${parameters.bind('String', request.prefix)})
    ORDER BY n DESC, ${shown}, value LIMIT ${parameters.bind('UInt64', request.limit)}
    SETTINGS output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow
  `;
}

interface ValueColumn {
  /** SQL: the span may have a scalar at the key. */
  readonly has: string;
  /** SQL for the JSON text of the scalar; `''` if there is none. */
  readonly text: string;
}

function valueAt(key: string, parameters: StatementParameters): ValueColumn {
  const metric = /^ag\.metrics\.(.*)$/s.exec(key)?.[1];
  if (metric !== undefined) {
    return fromText(scalar(jsonAtPath(memberSql('metrics'), metric, parameters)));
  }
  const type = columnLeaves(key)?.string;
  if (type !== undefined) {
    return fromText(`if(${type.has}, toJSONString(CAST(${type.value}, 'String')), '')`);
  }
  return {
    has: `(${listedLeaves(key, parameters).hasScalar} OR ${cut})`,
    text: scalar(jsonAtPath('attributes', key, parameters)),
  };
}

function fromText(text: string): ValueColumn {
  return { has: `${text} != ''`, text };
}

function scalar(raw: string): string {
  return `arrayMap(j -> if(j = 'null' OR startsWith(j, '{') OR startsWith(j, '['), '', j), [${raw}])[1]`;
}
