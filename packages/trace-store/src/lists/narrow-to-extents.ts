import type { RunStatement } from '../connection/run-statement.js';
import { tableRows } from '../connection/table-rows.js';
import { selectStarts } from '../sql/select-starts.js';
import type { SpanSelection } from '../trace-reader.js';
import { narrowTo } from './narrow-to-traces.js';

/** Where other traces have spans for no longer than this, telling the traces apart costs more than it saves. */
const SLACK_NS = 600_000_000_000n;

/**
 * Narrows the time range of a selection to the traces whose extents it allows, and drops the condition on extents where
 * hardly any other trace has spans in that range. Resolves with undefined if no trace has such an extent.
 */
export async function narrowToExtents(
  run: RunStatement,
  selection: SpanSelection,
): Promise<SpanSelection | undefined> {
  const { extent, ...rest } = selection;
  if (extent === undefined) {
    return selection;
  }
  const [row = []] = tableRows(await run(selectStarts(rest, extent)));
  const [count = 0n, from = 0n, to = 0n] = row.map(BigInt);
  if (count === 0n) {
    return undefined;
  }
  // A span that starts between the bounds belongs to a trace that starts in time, and does not end before it.
  const { startsUntil, endsFrom } = extent;
  const isOfWanted = endsFrom === undefined || (rest.oldest !== undefined && rest.oldest >= endsFrom);
  const unwantedFrom = isOfWanted ? startsUntil : from;
  return narrowTo(to - unwantedFrom <= SLACK_NS ? rest : selection, { from, to });
}
