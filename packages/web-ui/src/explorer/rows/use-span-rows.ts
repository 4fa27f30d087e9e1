import { useEffect, useMemo } from 'react';
import type { ActiveFilter } from '../../filter-bar/use-filter.js';
import { createPages } from '../../parts/lists/list-view.js';
import { useKeptPages } from '../../parts/lists/use-kept-pages.js';
import { useStore } from '../../parts/store.js';
import { lastExplored } from '../../parts/tab-state.js';
import { settings } from '../../parts/theme/settings.js';
import type { Search } from '../../url/search-text.js';
import { useSearchParameters } from '../../url/use-search.js';
import { defaultSpanColumns } from '../columns/column-choice.js';
import { allSpanColumns, attributeColumn } from '../columns/span-columns.js';
import { useColumns } from '../columns/use-columns.js';
import { loadSpans } from '../list-reading/load-spans.js';
import { attributeKeysOf, projectionFor } from '../list-reading/row-projection.js';
import { openLiveSpans } from '../live/handed-over.js';
import { useIsLive } from '../live/live-button.js';
import { useOrder } from '../use-order.js';

const pictures = ['heat', 'compare'] as const;

/** Returns the rows and the columns of the span list, or the content that replaces the list. */
export function useSpanRows({ filtering, bounds, runAt }: ActiveFilter) {
  const zone = useStore(settings.timeZone);
  const order = useOrder();
  const all = useMemo(() => allSpanColumns(zone), [zone]);
  const columns = useColumns({ all, byDefault: defaultSpanColumns, ofAttribute: attributeColumn });
  const [{ v, q = '', w = '', c, f, o }] = useSearchParameters();
  const picture = pictures.find((name) => name === v);
  const isLive = useIsLive() && picture === undefined;
  useEffect(() => {
    const search = { q, w, c, f, o };
    const present = Object.entries(search).filter(([, text]) => text !== undefined && text !== '');
    lastExplored.set(Object.fromEntries(present) as Search);
  }, [q, w, c, f, o]);
  const matching = useMemo(() => attributeKeysOf(filtering), [filtering]);
  const names = columns.chosen.map(({ id }) => id);
  // A changed width needs no other parts of the spans.
  const projection = useMemo(() => projectionFor(filtering, names), [filtering, names.join('\n')]);
  const live = useMemo(
    () => (isLive ? openLiveSpans(filtering, projection) : undefined),
    [isLive, filtering, projection],
  );
  const read = useMemo(
    () => createPages(loadSpans({ filtering, bounds, order, projection })),
    [filtering, bounds, order, projection],
  );
  const { pages, readAt } = useKeptPages(read, `${q} ${w} ${order}`, runAt);
  const list = { columns: columns.columns, edits: columns.edits, matching };
  return { all, columns, list, live, order, pages, picture, readAt };
}
