import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { ActiveFilter } from '../filter-bar/use-filter.js';
import { Message } from '../parts/answers/answer-states.js';
import { Button } from '../parts/button.js';
import { writeMoment } from '../parts/lists/unfinished-list.js';
import { useStore } from '../parts/store.js';
import { settings } from '../parts/theme/settings.js';
import { windowUpTo, writeTimeWindow } from '../url/time-window.js';
import { useSearchParameters } from '../url/use-search.js';
import { type Actor, loadActors } from './load-actors.js';

interface NoActorProps {
  readonly actor: Actor;
  readonly active: ActiveFilter;
  /** Text that explains which attribute assigns a span to a session or user. */
  readonly hint: string;
}

/** Message shown in an empty list. It states when a session or user was last active outside the time window. */
export function NoActor({ actor, active, hint }: NoActorProps): ReactElement {
  const { filtering, window } = active;
  const [, change] = useSearchParameters();
  const zone = useStore(settings.timeZone);
  const { data } = useQuery({
    queryKey: ['newest', actor, filtering],
    queryFn: ({ signal }) => loadActors(actor, { filtering, bounds: {} })(undefined, signal),
  });
  const time = data?.rows[0]?.last_time;
  const isNowhere = data !== undefined && time === undefined;
  const unfiltered = isNowhere ? `No ${actor} is stored.` : `No ${actor} in this window.`;
  const title = filtering === undefined ? unfiltered : `No ${actor} has a span that matches.`;
  return (
    <Message title={title}>
      {time !== undefined && window.kind !== 'all' && (
        <p>
          The last one was active at {writeMoment(time, zone)}.{' '}
          <Button onClick={() => change({ w: writeTimeWindow(windowUpTo(window, time)) }, 'push')}>
            Show it
          </Button>
        </p>
      )}
      {filtering === undefined && <p>{hint}</p>}
      {filtering === undefined && isNowhere && <Link to="/start">How to send spans</Link>}
    </Message>
  );
}
