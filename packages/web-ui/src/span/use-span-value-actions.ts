import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Filtering } from '../filter-bar/filtering.js';
import { excludeValue, toggleValue } from '../filter-bar/toggle-condition.js';
import { writeFilterText } from '../filter-bar/write-filter-text.js';
import type { ValueActions } from '../parts/value-menu.js';

/** Returns what the detail of a span does with a value: it opens the explorer with a filter for it, at all times. */
export function useSpanValueActions(): ValueActions {
  const navigate = useNavigate();
  return useMemo<ValueActions>(() => {
    const search = (filtering: Filtering | undefined) => {
      if (filtering !== undefined) {
        const parameters = { q: writeFilterText(filtering), w: 'all' };
        void navigate({ to: '/spans', search: parameters as never });
      }
    };
    return {
      filterFor: ({ place, value }) => place && search(toggleValue(undefined, place, value)),
      filterOut: ({ place, value }) => place && search(excludeValue(undefined, place, value)),
    };
  }, [navigate]);
}
