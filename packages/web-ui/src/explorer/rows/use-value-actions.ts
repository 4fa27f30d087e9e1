import type { Filtering } from '../../filter-bar/filtering.js';
import { chosenValues, excludeValue, toggleValue } from '../../filter-bar/toggle-condition.js';
import { writeFilterText } from '../../filter-bar/write-filter-text.js';
import type { ValueActions } from '../../parts/values/value-menu.js';
import { useSearchParameters } from '../../url/use-search.js';
import { columnOfFieldRef, withColumn } from '../columns/add-column.js';
import { writeAttributeName } from '../columns/attribute-names.js';
import type { ChosenColumn } from '../columns/column-choice.js';
import { addedFacets } from '../facets/added-facets.js';

interface ListColumns {
  readonly chosen: readonly ChosenColumn[];
  readonly change: (next: readonly ChosenColumn[]) => void;
  /** All available columns except attribute columns. */
  readonly all: readonly { readonly id: string }[];
}

/** Returns the actions that the explorer offers for a value. They change the filter, columns or facets in the URL. */
export function useValueActions(
  filtering: Filtering | undefined,
  { chosen, change: changeColumns, all }: ListColumns,
): ValueActions {
  const [{ f }, change] = useSearchParameters();
  const run = (next: Filtering | undefined) => change({ q: next && writeFilterText(next) }, 'push');
  return {
    filterFor: ({ fieldRef, value }) => {
      if (fieldRef !== undefined && !chosenValues(filtering, fieldRef).includes(value)) {
        run(toggleValue(filtering, fieldRef, value));
      }
    },
    filterOut: ({ fieldRef, value }) => {
      if (fieldRef !== undefined) {
        run(excludeValue(filtering, fieldRef, value));
      }
    },
    addColumn: ({ fieldRef }) => {
      if (fieldRef !== undefined) {
        changeColumns(withColumn(chosen, fieldRef));
      }
    },
    hasColumn: (fieldRef) =>
      writeAttributeName(fieldRef) !== undefined ||
      all.some(({ id }) => id === columnOfFieldRef(fieldRef)),
    addFacet: ({ fieldRef }) => {
      const name = fieldRef && writeAttributeName(fieldRef);
      if (name !== undefined) {
        change({ f: addedFacets(f).with(name) });
      }
    },
  };
}
