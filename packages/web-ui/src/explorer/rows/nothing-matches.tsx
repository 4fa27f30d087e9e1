import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactElement, Suspense } from 'react';
import { aggregate } from '../../api/aggregate.js';
import type { Filtering, Part } from '../../filter-bar/filtering.js';
import { groupOf, partsOf } from '../../filter-bar/toggle-condition.js';
import type { ActiveFilter } from '../../filter-bar/use-filter.js';
import { writeFilterText } from '../../filter-bar/write-filter-text.js';
import { Message } from '../../parts/answers/answer-states.js';
import { Button, PlainButton } from '../../parts/button.js';
import { writeMoment } from '../../parts/lists/unfinished-list.js';
import { useStore } from '../../parts/store.js';
import { settings } from '../../parts/theme/settings.js';
import { MarkedText, writeCount } from '../../parts/values/write-value.js';
import { type Bounds, windowUpTo, writeTimeWindow } from '../../url/time-window.js';
import { useSearchParameters } from '../../url/use-search.js';
import styles from '../explorer.module.css';
import { useNewestMatch } from './newest-match.js';

const StartContent = lazy(async () => ({
  default: (await import('../../ingest/start/start-content.js')).StartContent,
}));

interface NothingMatchesProps {
  readonly listed: 'spans' | 'traces';
  readonly active: ActiveFilter;
}

/**
 * Content of an empty list. It shows the newest match outside the window, and the number of spans that match each
 * condition alone. If the project is empty, it shows how to send the first span.
 */
export function NothingMatches({ listed, active }: NothingMatchesProps): ReactElement {
  const { filtering, bounds, window } = active;
  const [, change] = useSearchParameters();
  const zone = useStore(settings.timeZone);
  const { isKnown, time } = useNewestMatch(filtering);
  if (isKnown && time === undefined && filtering === undefined) {
    return (
      <Suspense>
        <StartContent />
      </Suspense>
    );
  }
  return (
    <Message title={`No ${listed === 'spans' ? 'span' : 'trace'} matches.`}>
      {time !== undefined && window.kind !== 'all' && (
        <p>
          The newest match is from {writeMoment(time, zone)}.{' '}
          <Button onClick={() => change({ w: writeTimeWindow(windowUpTo(window, time)) }, 'push')}>
            Show it
          </Button>
        </p>
      )}
      {isKnown && time === undefined && filtering !== undefined && (
        <p>No span of the project matches, whatever the window is.</p>
      )}
      <ConditionsAlone filtering={filtering} bounds={bounds} />
    </Message>
  );
}

const MAX_CONDITIONS = 8;

interface ConditionsProps {
  readonly filtering: Filtering | undefined;
  readonly bounds: Bounds;
}

/** Shows how many spans in the window match each condition alone. */
function ConditionsAlone({ filtering, bounds }: ConditionsProps): ReactElement | null {
  const [, change] = useSearchParameters();
  const parts = partsOf(filtering).slice(0, MAX_CONDITIONS);
  const { data } = useQuery({
    queryKey: ['alone', filtering, bounds],
    queryFn: ({ signal }) => Promise.all(parts.map((part) => countOf(part, bounds, signal))),
    enabled: parts.length > 1,
  });
  if (data === undefined) {
    return null;
  }
  const without = (left: number): string | undefined => {
    const conditions = partsOf(filtering).filter((_, at) => at !== left);
    return conditions.length === 0 ? undefined : writeFilterText({ operator: 'and', conditions });
  };
  return (
    <table className={styles['alone']} aria-label="Matches of each condition alone">
      <thead>
        <tr>
          <th scope="col">Condition alone</th>
          <th scope="col" className="num">
            Spans
          </th>
          <th scope="col">
            <span className="unseen">Action</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map((part, at) => (
          <tr key={at}>
            <th scope="row" className="mono">
              <MarkedText text={textOf(part)} />
            </th>
            <td className="num">{writeCount(data[at] ?? 0)}</td>
            <td>
              <PlainButton
                aria-label={`Leave out ${textOf(part)}`}
                onClick={() => change({ q: without(at) }, 'push')}
              >
                Leave it out
              </PlainButton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function textOf(part: Part): string {
  return writeFilterText(groupOf(part));
}

async function countOf(part: Part, bounds: Bounds, signal: AbortSignal) {
  const request = { filtering: groupOf(part), windowing: bounds, measures: ['count'] };
  return (await aggregate(request, signal)).total.count ?? 0;
}
