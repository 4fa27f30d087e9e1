import { call } from '../api/call.js';
import type { LoadPage } from '../api/cursor-pages.js';
import type { ShownSpan } from '../api/shown-span.js';
import type { TraceSummary } from '../api/trace-summary.js';
import { placeOfName } from '../columns/attribute-places.js';
import { isoOf, msOf } from '../parts/milliseconds.js';

interface SpansAnswer {
  readonly spans?: readonly ShownSpan[];
}

/** Characters of a text that a row may show. */
const TEXT_LIMIT = 300;

/**
 * Adds to each trace of a list the attributes of its root that the columns name, such as `.customer.tier`: a summary has
 * none. Rows that arrive before their page is complete come without them.
 */
export function withRoots(
  load: LoadPage<TraceSummary>,
  columns: readonly string[],
): LoadPage<TraceSummary> {
  const places = columns.flatMap((name) => placeOfName(name) ?? []);
  if (places.length === 0) {
    return load;
  }
  const has = (wanted: string) => places.some(({ field }) => field === wanted);
  const projection = {
    members: ['resource', 'scope'].filter((member) => has(`${member}.attributes`)),
    attributes: places.flatMap(({ field, key }) => (field === 'attributes' ? [key] : [])),
    text_limit: TEXT_LIMIT,
  };
  return async (next, signal, onPart) => {
    const page = await load(next, signal, onPart);
    const body = { ...rootsOf(page.rows), projection };
    const { spans = [] } = page.rows.some(({ root }) => root !== undefined)
      ? await call<SpansAnswer>('/spans/query', { body, signal })
      : {};
    const roots = new Map(spans.map((span) => [span.trace_id, span]));
    return { ...page, rows: page.rows.map((trace) => withRoot(trace, roots.get(trace.trace_id))) };
  };
}

/** Asks for the roots by their ids, within the times of their traces. */
function rootsOf(rows: readonly TraceSummary[]): object {
  const value = rows.flatMap(({ root }) => root?.span_id ?? []);
  const ids = { field: 'trace_id', operator: 'in', value: rows.map((row) => row.trace_id) };
  const conditions = [ids, { field: 'span_id', operator: 'in', value }];
  const oldest = Math.min(...rows.map(({ start_time }) => msOf(start_time)));
  const newest = Math.max(...rows.map(({ end_time }) => msOf(end_time))) + 1;
  return {
    filtering: { conditions },
    windowing: { oldest: isoOf(oldest), newest: isoOf(newest), limit: rows.length },
  };
}

function withRoot(trace: TraceSummary, rootSpan: ShownSpan | undefined): TraceSummary {
  return rootSpan === undefined ? trace : { ...trace, rootSpan };
}
