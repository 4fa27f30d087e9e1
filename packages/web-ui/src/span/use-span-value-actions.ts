import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { withColumn } from '../explorer/columns/add-column.js';
import { writeAttributeName } from '../explorer/columns/attribute-names.js';
import {
  defaultSpanColumns,
  readColumns,
  writeColumns,
} from '../explorer/columns/column-choice.js';
import { addedFacets } from '../explorer/facets/added-facets.js';
import type { Filtering } from '../filter-bar/filtering.js';
import { excludeValue, toggleValue } from '../filter-bar/toggle-condition.js';
import { writeFilterText } from '../filter-bar/write-filter-text.js';
import { lastExplored } from '../parts/tab-state.js';
import type { ValueActions } from '../parts/values/value-menu.js';
import type { Search } from '../url/use-search.js';

const allTimes: Search = { w: 'all' };

/**
 * Returns the actions for a value in the span detail. A filter action opens the explorer without a time limit, filtered
 * by the value. The other actions add a column or a facet to the list that the explorer last showed in this tab, and
 * open that list.
 */
export function useSpanValueActions(): ValueActions {
  const navigate = useNavigate();
  return useMemo<ValueActions>(() => {
    const open = (search: Search) => void navigate({ to: '/spans', search: search as never });
    const search = (filtering: Filtering | undefined) => {
      if (filtering !== undefined) {
        open({ ...allTimes, q: writeFilterText(filtering) });
      }
    };
    return {
      filterFor: ({ fieldRef, value }) =>
        fieldRef && search(toggleValue(undefined, fieldRef, value)),
      filterOut: ({ fieldRef, value }) =>
        fieldRef && search(excludeValue(undefined, fieldRef, value)),
      addColumn: ({ fieldRef }) => {
        if (fieldRef !== undefined) {
          const last = lastExplored.get() ?? allTimes;
          const columns = readColumns(last['c'] ?? defaultSpanColumns);
          open({ ...last, c: writeColumns(withColumn(columns, fieldRef)) });
        }
      },
      addFacet: ({ fieldRef }) => {
        const name = fieldRef && writeAttributeName(fieldRef);
        if (name !== undefined) {
          const last = lastExplored.get() ?? allTimes;
          open({ ...last, f: addedFacets(last['f']).with(name) });
        }
      },
    };
  }, [navigate]);
}
