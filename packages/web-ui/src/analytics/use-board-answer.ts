import { useQuery } from '@tanstack/react-query';
import { aggregate } from '../api/aggregate.js';
import type { Filtering } from '../filter-bar/filtering.js';
import type { SnappedRange } from './charts/snap-window.js';
import type { Focus, GroupField } from './group-fields.js';

/** The filter and the time range of a board. */
export interface BoardSubject {
  readonly filtering: Filtering | undefined;
  readonly range: SnappedRange;
}

/** The first element of the query keys of a board's requests. */
export const boardKey = 'board';

/** Maximum number of groups that are listed individually. */
const MAX_GROUPS = 20;

/** The measures that charts without a grouping need. */
const allMeasures = [
  ...['count', 'failed', 'errors', 'tokens.sum', 'tokens.prompt', 'tokens.completion', 'costs.sum'],
  ...['duration.p50', 'duration.p95', 'duration.p99', 'duration.sum'],
];

interface Question {
  readonly focus: Focus;
  readonly group?: GroupField | undefined;
  /** The measures to request for each group, in addition to the count. */
  readonly measures?: readonly string[];
  /** True to request totals for the whole time window instead of values over time. */
  readonly isWhole?: boolean;
  readonly isEnabled?: boolean;
}

/**
 * Requests numbers over time, or totals for the whole time window. Charts that need the same numbers share one request.
 */
export function useBoardAnswer({ filtering, range }: BoardSubject, question: Question) {
  const { focus, group, measures = [], isWhole = false, isEnabled = true } = question;
  const measured = group === undefined ? allMeasures : [...new Set(['count', ...measures])].sort();
  const request = {
    ...(filtering && { filtering }),
    windowing: range.bounds,
    ...(!isWhole && { time: { interval_ms: range.intervalMs } }),
    measures: measured,
    focus,
    ...(group && { group_by: [group.field], limit: MAX_GROUPS }),
  };
  return useQuery({
    queryKey: [boardKey, filtering, range.bounds, focus, group?.id, isWhole, measured],
    queryFn: ({ signal }) => aggregate(request, signal),
    enabled: isEnabled,
  });
}
