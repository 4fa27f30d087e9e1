import { type ReactElement, useCallback, useMemo, useState } from 'react';
import { useTableKey } from '../chart/chart-tables.js';
import { FilterBar } from '../filter-bar/filter-bar.js';
import { Mistake } from '../filter-bar/mistake.js';
import { useFilter } from '../filter-bar/use-filter.js';
import { Page } from '../frame/page.js';
import { Message } from '../parts/message.js';
import { useRunAgain } from '../parts/use-run-again.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './analytics.module.css';
import { Board } from './board.js';
import { groupFieldOf, groupFields } from './group-fields.js';
import { GroupTable } from './group-table.js';
import { snapWindow } from './snap-window.js';

/** The first parts of the keys of what the page asks for. */
const asked = ['board', 'groups'];

/** How many, how fast, how expensive: by time, and by the values of one field. */
export function AnalyticsPage(): ReactElement {
  const [run, setRun] = useState(0);
  const { filtering, mistake, range } = useFilter(run);
  const [{ g }] = useSearchParameters();
  const group = useMemo(() => groupFieldOf(g), [g]);
  const runAgain = useCallback(() => setRun((count) => count + 1), []);
  useRunAgain(runAgain, asked);
  useTableKey();
  const snapped = useMemo(() => range && snapWindow(range), [range]);
  return (
    <Page title="Analytics" bar={<FilterBar onRun={runAgain} />}>
      {mistake !== undefined && <Mistake mistake={mistake} />}
      {mistake === undefined && snapped === undefined && (
        <Message title="Choose a window with a beginning.">
          <p>The numbers are shown by time, so that they need one.</p>
        </Message>
      )}
      {mistake === undefined && snapped !== undefined && (
        <div className={styles['page']}>
          <div className={styles['tools']}>
            <GroupPicker chosen={group.id} />
            <p className="quiet">
              Traces, duration and tokens count each trace once, by its first root. The numbers by{' '}
              {group.name.toLowerCase()} count every span.
            </p>
          </div>
          <Board filtering={filtering} range={snapped} group={group} />
          <GroupTable filtering={filtering} range={snapped} group={group} />
        </div>
      )}
    </Page>
  );
}

function GroupPicker({ chosen }: { readonly chosen: string }): ReactElement {
  const [, change] = useSearchParameters();
  return (
    <label>
      Group by{' '}
      <select
        className="field"
        value={chosen}
        onChange={({ target }) => change({ g: target.value }, 'push')}
      >
        {groupFields.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        {chosen.startsWith('.') && <option value={chosen}>{chosen}</option>}
      </select>
    </label>
  );
}
