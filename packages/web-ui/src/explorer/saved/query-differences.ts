import { parseFilterText } from '../../filter-bar/parse-filter-text.js';
import { addressOfQuery, type SavedQuery } from '../../filter-bar/saved-query.js';
import { groupOf, partsOf } from '../../filter-bar/toggle-condition.js';
import { writeFilterText } from '../../filter-bar/write-filter-text.js';

/** One line in the comparison of two query versions. */
export interface QueryDifference {
  readonly change: 'added' | 'removed' | 'same';
  readonly text: string;
}

/**
 * Compares the conditions and time windows of two query versions. Each returned line is marked as added, removed or the
 * same.
 */
export function queryDifferences(
  before: SavedQuery,
  after: SavedQuery,
): readonly QueryDifference[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  const removed = old.filter((text) => !now.includes(text));
  const lines = now.map(
    (text) => ({ change: old.includes(text) ? 'same' : 'added', text }) as const,
  );
  return [...removed.map((text) => ({ change: 'removed', text }) as const), ...lines];
}

function linesOf(query: SavedQuery): readonly string[] {
  const { q = '', w } = addressOfQuery(query);
  const conditions = partsOf(parseFilterText(q)).map((part) => writeFilterText(groupOf(part)));
  return [...conditions, ...(w === undefined ? [] : [`window ${w}`])];
}
