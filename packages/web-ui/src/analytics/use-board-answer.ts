import { useQuery } from '@tanstack/react-query';
import { type AggregateAnswer, aggregate } from '../api/aggregate.js';
import type { Filtering } from '../filter-bar/filtering.js';
import type { SnappedRange } from './charts/snap-window.js';
import type { Focus, GroupField } from './group-fields.js';

/** What a board is about. */
export interface BoardSubject {
  readonly filtering: Filtering | undefined;
  readonly range: SnappedRange;
}

/** The first part of the keys of what a board asks for. */
export const boardKey = 'board';

/** The most groups that are shown. */
const MAX_GROUPS = 20;

/** What every chart without groups is made from. */
const allMeasures = [
  ...['count', 'failed', 'errors', 'tokens.sum', 'tokens.prompt', 'tokens.completion', 'costs.sum'],
  ...['duration.p50', 'duration.p95', 'duration.p99', 'duration.sum'],
];

interface Question {
  readonly focus: Focus;
  readonly group?: GroupField | undefined;
  /** What is measured of each group; the count is always. */
  readonly measures?: readonly string[];
  /** Whether the numbers are those of the whole window. */
  readonly isWhole?: boolean;
  readonly isEnabled?: boolean;
}

/** Asks for numbers, by time unless they are those of the whole window. Charts that ask the same share one request. */
export function useBoardAnswer({ filtering, range }: BoardSubject, question: Question) {
  const { focus, group, measures = [], isWhole = false, isEnabled = true } = question;
  const measured = group === undefined ? allMeasures : [...new Set(['count', ...measures])].sort();
  return useQuery<AggregateAnswer>({
    queryKey: [boardKey, filtering, range.bounds, focus, group?.id, isWhole, measured],
    queryFn: ({ signal }) =>
      aggregate(
        {
          ...(filtering && { filtering }),
          windowing: range.bounds,
          ...(!isWhole && { time: { interval_ms: range.intervalMs } }),
          measures: measured,
          focus,
          ...(group && { group_by: [group.field], limit: MAX_GROUPS }),
        },
        signal,
      ),
    enabled: isEnabled,
  });
}
