import type { TraceSummary } from '../../api/trace-summary.js';

/**
 * Merges newly arrived summaries into the loaded pages. A newer summary replaces an older one, and a new turn is
 * inserted at its sorted position.
 */
export function mergeTurns(
  listed: readonly TraceSummary[],
  arrived: ReadonlyMap<string, TraceSummary>,
  order: 'ascending' | 'descending',
) {
  const known = new Set(listed.map(({ trace_id: id }) => id));
  const added = [...arrived.values()]
    .filter(({ trace_id: id }) => !known.has(id))
    .sort((one, other) => (one.start_time < other.start_time ? -1 : 1));
  return {
    listed: listed.map((turn) => arrived.get(turn.trace_id) ?? turn),
    arrived: order === 'ascending' ? added : added.reverse(),
  };
}
