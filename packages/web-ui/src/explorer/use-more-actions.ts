import { useState } from 'react';
import { aggregate } from '../api/aggregate.js';
import type { Json, ShownSpan } from '../api/shown-span.js';
import type { TraceSummary } from '../api/trace-summary.js';
import { copyActions } from '../filter-bar/menu/copy-actions.js';
import { setLowerLimit } from '../filter-bar/toggle-condition.js';
import type { ActiveFilter } from '../filter-bar/use-filter.js';
import { writeFilterText } from '../filter-bar/write-filter-text.js';
import { usePageKeys } from '../parts/keys/page-keys.js';
import { useLatestSignal } from '../parts/use-latest-signal.js';
import type { MenuAction } from '../parts/values/action-items.js';
import { useSearchParameters } from '../url/use-search.js';
import type { ExplorerViewProps } from './explorer-view-props.js';
import { useExport } from './export/use-export.js';
import { useOrder } from './use-order.js';

const duration = { field: 'attributes', key: 'ag.metrics.duration.cumulative' };

/** Returns the actions on the matching rows. Each action also has a keyboard shortcut. */
export function useMoreActions<Row extends ShownSpan | TraceSummary>({
  active,
  listed,
  columns,
}: ExplorerViewProps<Row>) {
  const [isChoosing, setChoosing] = useState(false);
  const [said, say] = useState('');
  const { filtering, bounds, range } = active;
  const order = useOrder();
  const [{ q = '', w = '' }, change] = useSearchParameters();
  const begin = useLatestSignal(`${q} ${w}`);
  const windowing = { ...bounds, ...(order === 'ascending' && { order }) };
  const body = { ...(filtering && { filtering: filtering as unknown as Json }), windowing };
  const request = { path: `/${listed}/query`, body } as const;
  const exported = useExport(request, `${listed}.ndjson`);
  const filterActions = copyActions({ ...request, accept: 'application/x-ndjson' }, () =>
    say('Copied'),
  );
  const slowest = async (signal: AbortSignal) => {
    const limit = await slowDuration({ filtering, bounds: range ?? bounds }, signal);
    signal.throwIfAborted();
    if (limit === undefined) {
      say('No span has a duration.');
    } else {
      change({ q: writeFilterText(setLowerLimit(filtering, duration, limit)) }, 'push');
    }
  };
  const other = order === 'ascending' ? undefined : 'ascending';
  const actions: readonly MenuAction[] = [
    { key: 'e', meaning: 'Export as NDJSON', act: () => void exported.start() },
    { key: 'v', meaning: 'Columns', act: () => setChoosing(true) },
    { meaning: 'Standard columns', act: columns.reset },
    {
      meaning: 'Slowest 1 %',
      act: () => {
        const signal = begin();
        slowest(signal).catch((error: Error) => signal.aborted || say(error.message));
      },
    },
    {
      meaning: order === 'ascending' ? 'Newest first' : 'Oldest first',
      act: () => change({ o: other }),
    },
    ...filterActions,
  ];
  usePageKeys(
    'Rows',
    actions.flatMap(({ key, meaning, act }) => (key ? [{ key, meaning, act }] : [])),
  );
  return { actions, filterActions, exported, said, isChoosing, setChoosing };
}

/** Returns the 99th percentile of the matching spans' durations in ms; undefined if no span matches. */
async function slowDuration(
  { filtering, bounds }: Pick<ActiveFilter, 'filtering' | 'bounds'>,
  signal: AbortSignal,
): Promise<number | undefined> {
  const request = {
    ...(filtering && { filtering }),
    windowing: bounds,
    measures: ['duration.p99'],
  };
  const { total } = await aggregate(request, signal);
  return total.duration?.['p99'] ?? undefined;
}
