import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { aggregate } from '../../api/aggregate.js';
import { NothingMatches } from '../../explorer/rows/nothing-matches.js';
import type { ActiveFilter } from '../../filter-bar/use-filter.js';
import { NeedsBeginning } from '../../filter-bar/window/needs-beginning.js';
import { Message } from '../../parts/answers/message.js';
import { Problem } from '../../parts/answers/problem.js';
import { WaitingQuery } from '../../parts/answers/waiting-query.js';
import { msOf } from '../../parts/values/milliseconds.js';
import { toHeatGrid } from './heat-grid.js';
import { HeatMap } from './heat-map.js';

const BUCKETS = 96;
const BINS = 40;
const duration = 'ag.metrics.duration.cumulative';

/** Durations of the matching spans by time. */
export function HeatView({ active }: { readonly active: ActiveFilter }): ReactElement {
  const { filtering, range } = active;
  const queryKey = ['heat', filtering, range];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      aggregate(
        {
          ...(filtering && { filtering }),
          ...(range && { windowing: range }),
          time: { buckets: BUCKETS },
          value: { path: duration, scale: 'log', bins: BINS },
        },
        signal,
      ),
    enabled: range !== undefined,
  });
  const { data, error } = query;
  if (range === undefined) {
    return (
      <NeedsBeginning>
        The heat map shows durations over time, so it cannot show all time at once.
      </NeedsBeginning>
    );
  }
  if (error !== null) {
    return <Problem error={error} onRetry={() => void query.refetch()} />;
  }
  if (data === undefined) {
    return <WaitingQuery query={query} queryKey={queryKey} />;
  }
  const bounds = { from: msOf(range.oldest), to: msOf(range.newest) };
  const grid = toHeatGrid(data, bounds, BINS);
  if (grid !== undefined) {
    return <HeatMap grid={grid} filtering={filtering} />;
  }
  return data.total.count === 0 ? (
    <NothingMatches listed="spans" active={active} />
  ) : (
    <Message title="No span that matches has a duration." />
  );
}
