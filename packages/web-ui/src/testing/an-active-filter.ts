import type { ActiveFilter } from '../filter-bar/use-filter.js';

const bounds = { oldest: '2026-05-01T00:00:00Z', newest: '2026-05-02T00:00:00Z' };

/** Builds the active filter of a page. It covers one day and has no conditions. */
export function anActiveFilter(members: Partial<ActiveFilter> = {}): ActiveFilter {
  return {
    filtering: undefined,
    mistake: undefined,
    window: { kind: 'last', amount: 1, unit: 'd' },
    bounds,
    range: bounds,
    runAt: bounds.newest,
    ...members,
  };
}
