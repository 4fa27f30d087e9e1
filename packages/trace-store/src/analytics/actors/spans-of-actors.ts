import type { StatementParameters } from '../../connection/statement.js';
import { actorLeaves, type Leaf } from '../../filter/leaves.js';
import type { ActorSelection } from '../../trace-analytics.js';
import { currentSpans, isSelected } from '../totals/current-spans.js';
import { plainRows, type Unresolved } from '../totals/unresolved-traces.js';

/** SQL: the id of a span's session or user, and a test for it. */
export function actorColumn(actor: ActorSelection['actor']): Leaf {
  return actorLeaves(`ag.${actor}.id`)?.string ?? { has: 'false', value: "''" };
}

/** SQL: `id`, `start_time`, `trace_id` and `received_at` of every selected span with a session or user. */
export function spansOfActors(
  selection: ActorSelection,
  unresolved: Unresolved,
  parameters: StatementParameters,
): string {
  const { has, value } = actorColumn(selection.actor);
  const conditions = [...plainRows(selection, unresolved, parameters), has];
  const plain = `SELECT ${value} AS id, start_time, trace_id, received_at FROM spans WHERE ${conditions.join(' AND ')}`;
  if (unresolved.traces.length === 0) {
    return plain;
  }
  const columns = {
    actor_id: value,
    started: 'start_time',
    received: 'received_at',
    is_selected: `${isSelected(selection, parameters)} AND ${has}`,
  };
  const spans = currentSpans(selection, { unresolved, columns }, parameters);
  return `${plain} UNION ALL SELECT actor_id AS id, started AS start_time, trace_id, received AS received_at FROM (${spans}) WHERE is_selected`;
}
