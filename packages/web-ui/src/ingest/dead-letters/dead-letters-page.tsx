import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useReducer } from 'react';
import { send } from '../../api/call.js';
import { useFilter } from '../../filter-bar/use-filter.js';
import { WindowPicker } from '../../filter-bar/window/window-picker.js';
import { Page } from '../../frame/page.js';
import { Message } from '../../parts/answers/answer-states.js';
import { Button } from '../../parts/button.js';
import { ListView } from '../../parts/lists/list-view.js';
import { useKeptPages } from '../../parts/lists/use-kept-pages.js';
import { DayAndTime } from '../../parts/values/day-and-time.js';
import { MarkedText, writeCount, writeCounted } from '../../parts/values/write-value.js';
import { useSearchParameters } from '../../url/use-search.js';
import { faultOf } from '../drop-codes.js';
import { type IngestCounters, parseCounters } from '../start/ingest-counters.js';
import { type DeadLetter, isStage, type Stage, stages } from './dead-letter.js';
import styles from './dead-letters.module.css';
import { loadLetters } from './letter-calls.js';
import { letterColumns } from './letter-columns.js';
import { LetterPane } from './letter-pane.js';

/** Page that lists accepted spans that could not be stored, newest first, with the reason for each. */
export function DeadLettersPage() {
  const [run, reload] = useReducer((count: number) => count + 1, 0);
  const { bounds, runAt } = useFilter(run);
  const [{ stage: asked, s: opened, w = '' }, change] = useSearchParameters();
  const stage = isStage(asked) ? asked : undefined;
  const load = loadLetters(bounds, stage);
  const { pages, readAt } = useKeptPages(load, { search: `${stage} ${w}`, runAt });
  const open = useCallback(({ id }: DeadLetter) => change({ s: id }), [change]);
  const close = useCallback(() => change({ s: undefined }), [change]);
  return (
    <Page title="Dead letters" bar={<Bar asked={asked} />} readAt={readAt} onRetry={reload}>
      <div className={styles['page']}>
        <div className={`${styles['split']} ${opened === undefined ? '' : styles['open']}`}>
          <ListView
            name="Dead letters"
            pages={pages}
            columns={opened === undefined ? letterColumns.alone : letterColumns.withLetter}
            keyOf={({ id }) => id}
            onOpen={open}
            onReload={reload}
            onClose={opened === undefined ? undefined : close}
            empty={<NothingFound stage={stage} />}
          />
          {opened !== undefined && <LetterPane id={opened} onClose={close} onChanged={reload} />}
        </div>
        <DroppedAtIntake />
      </div>
    </Page>
  );
}

function Bar({ asked }: { readonly asked: string | undefined }) {
  const [, change] = useSearchParameters();
  const isUnknown = asked !== undefined && !isStage(asked);
  return (
    <div className={styles['bar']}>
      <span className={`${styles['title']} wide cut`}>Dead letters</span>
      <label>
        Stage{' '}
        <select
          className="field"
          value={isStage(asked) ? asked : ''}
          onChange={({ target }) => change({ stage: target.value || undefined, s: undefined })}
        >
          <option value="">both</option>
          {Object.entries(stages).map(([stage, meaning]) => (
            <option key={stage} value={stage} title={meaning}>
              {stage}
            </option>
          ))}
        </select>
      </label>
      {isUnknown && (
        <span className="bad" role="status">
          The address names the stage “{asked}”, which does not exist. Both are shown.
        </span>
      )}
      <WindowPicker />
    </div>
  );
}

const noneOfStage = 'No dead letter has this stage.';

/** Reports that there are no dead letters, or shows the time of the newest one outside the window. */
function NothingFound({ stage }: { readonly stage: Stage | undefined }) {
  const [, change] = useSearchParameters();
  const { data } = useQuery({
    queryKey: ['newest-dead-letter', stage],
    queryFn: ({ signal }) => loadLetters({}, stage, 1)(undefined, signal),
  });
  const newest = data?.rows[0];
  if (newest !== undefined) {
    return (
      <Message title="No dead letter in this window.">
        <p>
          The newest one is from <DayAndTime time={newest.recorded_at} />.
        </p>
        <Button onClick={() => change({ w: 'all' })}>Show all time</Button>
      </Message>
    );
  }
  if (data === undefined || stage !== undefined) {
    return <Message title={stage ? noneOfStage : 'No dead letter in this window.'} />;
  }
  return (
    <Message title="Every accepted span is stored.">
      <p>
        Spans that were accepted and cannot be stored appear here, with the reason. Spans that are
        dropped when they arrive are reported to their sender.
      </p>
    </Message>
  );
}

/** Shows how many spans were dropped on arrival, by code. Dropped spans do not become dead letters. */
function DroppedAtIntake() {
  const { data, isError } = useQuery({
    queryKey: ['dropped at intake'],
    queryFn: async ({ signal }) => {
      const response = await send('/metrics', { signal });
      return parseCounters(await response.text()) ?? null;
    },
    retry: false,
  });
  return data === undefined && !isError ? null : (
    <p className={styles['dropped']}>
      {data === undefined || data === null ? (
        <>
          The gateways are other processes. <Link to="/admin/ingest">Ingest</Link> counts what they
          dropped, by code.
        </>
      ) : (
        <Counters counters={data} />
      )}
    </p>
  );
}

function Counters({ counters: { received, dropped } }: { readonly counters: IngestCounters }) {
  const count = [...dropped.values()].reduce((sum, each) => sum + each, 0);
  if (count === 0) {
    return (
      <>{`Since it started, the service received ${writeCounted(received, 'span')} and dropped none.`}</>
    );
  }
  return (
    <>
      <span>
        Since it started, the service dropped {writeCount(count)} of {writeCount(received)} received
        spans, and reported them to their senders:
      </span>
      {[...dropped].map(([code, each]) => (
        <span key={code} title={faultOf(code)}>
          <span className="mono">
            <MarkedText text={code} />
          </span>{' '}
          {writeCount(each)}
        </span>
      ))}
    </>
  );
}
