import { groupColumns } from '@spanhouse/span-row';
import type { StatementParameters } from '../connection/statement.js';
import type { ActorSelection } from '../trace-analytics.js';
import { currentSpans, isSelected } from './current-spans.js';
import { plainRows, type Unresolved } from './unresolved-traces.js';

/** SQL: `id`, `start_time`, `trace_id` and `received_at` of every selected span with a session or user id. */
export function spansOfActors(
  selection: ActorSelection,
  unresolved: Unresolved,
  parameters: StatementParameters,
): string {
  const column = groupColumns[selection.actor];
  const conditions = [...plainRows(selection, unresolved, parameters), `${column} IS NOT NULL`];
  const plain = `SELECT assumeNotNull(${column}) AS id, start_time, trace_id, received_at FROM spans WHERE ${conditions.join(' AND ')}`;
  if (unresolved.traces.length === 0) {
    return plain;
  }
  const columns = {
    actor_id: column,
    started: 'start_time',
    received: 'received_at',
    is_selected: isSelected(selection, parameters),
  };
  const spans = currentSpans(selection, { unresolved, columns }, parameters);
  return `${plain} UNION ALL SELECT assumeNotNull(actor_id) AS id, started AS start_time, trace_id, received AS received_at FROM (${spans}) WHERE is_selected AND actor_id IS NOT NULL`;
}
