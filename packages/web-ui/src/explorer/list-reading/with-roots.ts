import type { LoadPage } from '../../api/cursor-pages.js';
import type { TraceSummary } from '../../api/trace-summary.js';
import { parseAttributeName } from '../columns/attribute-names.js';

/**
 * Adds attributes of the root spans to the traces of a list, because trace summaries contain no attributes. `columns`
 * contains the names of the attributes, such as `.customer.tier`. The rows of a page have these attributes only once
 * the page is complete.
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
