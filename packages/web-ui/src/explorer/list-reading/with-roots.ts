import type { LoadPage } from '../../api/cursor-pages.js';
import type { TraceSummary } from '../../api/trace-summary.js';
import { parseAttributeName } from '../columns/attribute-names.js';

/**
 * Adds root attributes to the traces of a list, because summaries contain no attributes. The columns name these
 * attributes, such as `.customer.tier`. Rows lack the attributes until their page is complete.
 */
export function withRoots(
  load: LoadPage<TraceSummary>,
  columns: readonly string[],
): LoadPage<TraceSummary> {
  const fieldRefs = columns.flatMap((name) => parseAttributeName(name) ?? []);
  return fieldRefs.length === 0
    ? load
    : async (next, signal, onPart) => {
        const page = await load(next, signal, onPart);
        const { addRoots } = await import('./add-roots.js');
        return { ...page, rows: await addRoots(page.rows, fieldRefs, signal) };
      };
}
