import { ACTOR_COLUMN } from './actor-columns.js';
import { currentSpans, type Doubts, isSelected, plainRows } from './doubtful-traces.js';
import type { StatementParameters } from './statement.js';
import type { ActorSelection } from './trace-analytics.js';

/** SQL: `id`, `start_time` and `trace_id` of every selected span that has such an id. */
export function spansOfActors(
  selection: ActorSelection,
  doubts: Doubts,
  parameters: StatementParameters,
): string {
  const column = ACTOR_COLUMN[selection.actor];
  const conditions = [...plainRows(selection, doubts, parameters), `${column} IS NOT NULL`];
  const plain = `SELECT assumeNotNull(${column}) AS id, start_time, trace_id FROM spans WHERE ${conditions.join(' AND ')}`;
  if (doubts.traces.length === 0) {
    return plain;
  }
  const columns = {
    actor_id: column,
    started: 'start_time',
    is_selected: isSelected(selection, parameters),
  };
  const spans = currentSpans(selection, { doubts, columns }, parameters);
  return `${plain} UNION ALL SELECT assumeNotNull(actor_id) AS id, started AS start_time, trace_id FROM (${spans}) WHERE is_selected AND actor_id IS NOT NULL`;
}
