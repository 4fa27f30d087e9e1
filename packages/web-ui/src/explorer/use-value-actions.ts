import { useMemo } from 'react';
import type { Filtering } from '../filter-bar/filtering.js';
import { chosenValues, excludeValue, toggleValue } from '../filter-bar/toggle-condition.js';
import { writeFilterText } from '../filter-bar/write-filter-text.js';
import type { ShownValue } from '../parts/shown-value.js';
import type { ValueActions } from '../parts/value-menu.js';
import { useSearchParameters } from '../url/use-search.js';

/** Returns what the explorer does with a value: it changes the filter of the address. */
export function useValueActions(filtering: Filtering | undefined): ValueActions {
  const [, change] = useSearchParameters();
  return useMemo<ValueActions>(() => {
    const run = (next: Filtering | undefined) =>
      change({ q: next && writeFilterText(next) }, 'push');
    return {
      filterFor: ({ place, value }: ShownValue) => {
        if (place !== undefined && !chosenValues(filtering, place).includes(value)) {
          run(toggleValue(filtering, place, value));
        }
      },
      filterOut: ({ place, value }: ShownValue) => {
        if (place !== undefined) {
          run(excludeValue(filtering, place, value));
        }
      },
    };
  }, [filtering, change]);
}
