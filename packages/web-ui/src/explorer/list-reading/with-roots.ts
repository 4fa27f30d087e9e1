import type { LoadPage } from '../../api/cursor-pages.js';
import type { TraceSummary } from '../../api/trace-summary.js';
import { parseAttributeName } from '../columns/attribute-names.js';

/**
 * Adds to each trace of a list the attributes of its root that the columns name, such as `.customer.tier`: a summary has
 * none. Rows that arrive before their page is complete come without them.
 */
export function withRoots(
  load: LoadPage<TraceSummary>,
  columns: readonly string[],
): LoadPage<TraceSummary> {
  const places = columns.flatMap((name) => parseAttributeName(name) ?? []);
  return places.length === 0
    ? load
    : async (next, signal, onPart) => {
        const page = await load(next, signal, onPart);
        const { addRoots } = await import('./add-roots.js');
        return { ...page, rows: await addRoots(page.rows, places, signal) };
      };
}
