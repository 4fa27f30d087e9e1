import { jsonRows } from '../connection/answer-rows.js';
import { type Statement, StatementParameters } from '../connection/statement.js';
import { notExpired } from '../selection/selection-conditions.js';
import { idConditions, type SpanIds } from '../selection/trace-ids-to-sql.js';

/** The inputs and outputs of a span as JSON; `''` if absent. */
export type SpanData = readonly [inputs: string, outputs: string];

/** Selects the inputs and outputs of spans, the current version of each span last. */
export function selectSpanData(ids: SpanIds): Statement {
  const parameters = new StatementParameters();
  const member = (name: string) => `JSONExtractRaw(attributes, 'ag', 'data', '${name}')`;
  return parameters.statement`
    SELECT lower(hex(trace_id)), lower(hex(span_id)), ${member('inputs')}, ${member('outputs')} FROM spans
    WHERE ${idConditions(ids, parameters).join(' AND ')} AND ${notExpired}
    ORDER BY received_at, log_offset FORMAT JSONCompactEachRow
  `;
}

/** Decodes the data by trace id followed by span id. */
export function decodeSpanData(answer: Buffer): ReadonlyMap<string, SpanData> {
  const rows = jsonRows<readonly [string, string, ...SpanData]>(answer);
  return new Map(rows.map(([trace_id, span_id, ...data]) => [trace_id + span_id, data]));
}
