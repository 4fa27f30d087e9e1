import { lazy, type ReactElement, Suspense, useLayoutEffect, useState } from 'react';
import type { AggregateAnswer } from '../api/aggregate.js';
import type { ShownSpan } from '../api/shown-span.js';
import type { TraceSummary } from '../api/trace-summary.js';
import { FilterBar } from '../filter-bar/filter-bar.js';
import { Mistake } from '../filter-bar/mistake.js';
import type { ActiveFilter } from '../filter-bar/use-filter.js';
import { Page } from '../frame/page.js';
import { useAfter } from '../parts/answers/use-after.js';
import { PlainButton } from '../parts/button.js';
import { useKeyGroup } from '../parts/keys/page-keys.js';
import { CompareMarked } from '../parts/lists/mark-to-compare.js';
import { usePagesState } from '../parts/lists/row-grid.js';
import { isAnswered, isEmpty, usePagesFlag } from '../parts/lists/use-kept-pages.js';
import { useStore } from '../parts/store.js';
import { ActionMenu } from '../parts/values/action-items.js';
import { rowValueKeys } from '../parts/values/move-to-value.js';
import { ValueMenu } from '../parts/values/value-menu.js';
import { writeCount, writeCounted } from '../parts/values/write-value.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './explorer.module.css';
import type { ExplorerViewProps } from './explorer-view-props.js';
import { ExportState } from './export/export-state.js';
import { Facets } from './facets/facets.js';
import { Histogram, useCounts } from './histogram.js';
import { LiveButton } from './live/live-button.js';
import { useNewestMatch } from './rows/newest-match.js';
import { useNewCount } from './rows/use-new-count.js';
import { missingRow } from './rows/use-row-selection.js';
import { useValueActions } from './rows/use-value-actions.js';
import { SaveQuery } from './saved/save-query.js';
import { useMoreActions } from './use-more-actions.js';
import { isSearchEnded } from './use-search-control.js';
import { ViewTabs } from './view-tabs.js';

/** Shows a list together with the filter bar, the histogram of matches, and the facets. */
export function ExplorerView<Row extends ShownSpan | TraceSummary>(
  props: ExplorerViewProps<Row>,
): ReactElement {
  const { active, listed, all, columns, isStill, onRun, isRowMissing, readAt, children } = props;
  const { filtering, mistake, bounds, range, window } = active;
  const hasRows = usePagesFlag(props.pages, isAnswered);
  const hasSpans = useHasSpans(props);
  const [isFaceted, setFaceted] = useFacetsShown(listed, hasSpans);
  const { isRead, counts, mayReadFacets } = useSearchStages(active, !isStill || hasRows);
  const actions = useValueActions(filtering, { ...columns, all });
  useKeyGroup(rowValueKeys);
  const noun = listed === 'spans' ? 'span' : 'trace';
  const isOpenEnded = isRead && isStill && window.kind !== 'between' && mistake === undefined;
  const newRows = useNewCount(active, noun, isOpenEnded);
  const more = useMoreActions(props);
  const bar = (
    <FilterBar onRun={onRun} actions={more.filterActions}>
      <LiveButton />
    </FilterBar>
  );
  return (
    <Page
      title={listed === 'spans' ? 'Spans' : 'Traces'}
      bar={bar}
      ignored={columns.unknown.map((name) => `the column ${name}`)}
      note={isRowMissing ? missingRow : undefined}
      readAt={readAt}
      onRetry={onRun}
    >
      <ValueMenu actions={actions} />
      <div className="column">
        {mistake === undefined ? (
          <>
            {hasSpans && (
              <ExplorerTools
                {...props}
                counts={counts.data}
                more={more}
                isFaceted={isFaceted}
                onFaceted={setFaceted}
              />
            )}
            {hasSpans && range !== undefined && <Histogram counts={counts} range={range} />}
            <div className={isFaceted ? styles['split'] : styles['whole']}>
              {isFaceted && (
                <Facets {...active} bounds={range ?? bounds} mayBegin={mayReadFacets} />
              )}
              <div className={styles['list']}>
                <NewRowsBar count={newRows} noun={noun} onShow={onRun} />
                {children}
              </div>
            </div>
          </>
        ) : (
          <Mistake mistake={mistake} />
        )}
      </div>
    </Page>
  );
}

/**
 * Returns true if there are spans to count and filter. If the project is empty, the list shows instructions for sending
 * spans.
 */
function useHasSpans<Row>({ active, pages }: ExplorerViewProps<Row>): boolean {
  const isAsked = usePagesFlag(pages, isEmpty) && active.filtering === undefined;
  const { isKnown, time } = useNewestMatch(undefined, isAsked);
  return !isKnown || time !== undefined;
}

/** Minimum window width in pixels at which the default columns of each list fit next to the facets. */
const widePx = { spans: 1200, traces: 1400 };

/**
 * Shows the facets by default if the window is wide enough. The user's choice to open or close them takes precedence.
 */
function useFacetsShown(listed: keyof typeof widePx, hasSpans: boolean) {
  const [isWanted, setWanted] = useState(() => window.innerWidth >= widePx[listed]);
  return [isWanted && hasSpans, setWanted] as const;
}

const ColumnsDialog = lazy(async () => ({
  default: (await import('./columns/columns-dialog.js')).ColumnsDialog,
}));

interface ToolsProps<Row> extends ExplorerViewProps<Row> {
  readonly counts: AggregateAnswer | undefined;
  readonly isFaceted: boolean;
  readonly onFaceted: (isFaceted: boolean) => void;
  readonly more: ReturnType<typeof useMoreActions>;
}

/** Toolbar with the view tabs, the number of matches, and the actions on the matches. */
function ExplorerTools<Row extends ShownSpan | TraceSummary>(props: ToolsProps<Row>): ReactElement {
  const { active, listed, all, columns, selected, isFaceted, onFaceted } = props;
  const { actions, exported, said, isChoosing, setChoosing } = props.more;
  const [{ c }] = useSearchParameters();
  const view = { view: listed, ...(c !== undefined && { columns: c }) };
  return (
    <>
      <div className={styles['tools']}>
        <ViewTabs listed={listed} />
        <Matches {...props} />
        <span className={styles['end']}>
          <CompareMarked selected={selected} />
          <span className="quiet" role="status">
            {said}
          </span>
          <PlainButton className={styles['wide']} onClick={() => setChoosing(true)}>
            Columns
          </PlainButton>
          <ActionMenu label="More actions" buttonLabel="More" word="More" actions={actions} />
          <PlainButton aria-pressed={isFaceted} onClick={() => onFaceted(!isFaceted)}>
            Facets
          </PlainButton>
          <SaveQuery filtering={active.filtering} view={view} />
        </span>
        {isChoosing && (
          <Suspense>
            <ColumnsDialog all={all} chosen={columns} onClose={() => setChoosing(false)} />
          </Suspense>
        )}
      </div>
      <ExportState
        state={exported.state}
        onCancel={exported.cancel}
        onRetry={() => void exported.start()}
        onClear={exported.clear}
      />
    </>
  );
}

function Matches<Row>({ pages, listed, counts }: ToolsProps<Row>): ReactElement {
  const { known, isComplete } = usePagesState<Row>(pages);
  const total = listed === 'spans' ? counts?.total.count : undefined;
  const count = isComplete ? known : total;
  const failed = counts?.total.failed ?? 0;
  const noun = listed === 'spans' ? 'span' : 'trace';
  const number = writeCount(count ?? known);
  const rest = ` ${count === 1 ? noun : `${noun}s`}${count === undefined ? ' so far' : ''}`;
  const failures = failed > 0 ? `, ${writeCount(failed)} failed spans` : '';
  return (
    <span
      className={`quiet cut ${styles['matches']}`}
      role="status"
      title={number + rest + failures}
    >
      <b>{number}</b>
      {rest}
      <span className="bad">{failures}</span>
    </span>
  );
}

interface NewRowsBarProps {
  readonly count: number;
  readonly noun: 'span' | 'trace';
  readonly onShow: () => void;
}

/** Reports that newer rows exist. The list does not move until the user chooses to show them. */
function NewRowsBar({ count, noun, onShow }: NewRowsBarProps): ReactElement | null {
  return (
    <div className={count > 0 ? styles['new'] : ''} role="status">
      {count > 0 && (
        <PlainButton onClick={onShow}>
          {writeCounted(count, `new ${noun}`)} <kbd>r</kbd>
        </PlainButton>
      )}
    </div>
  );
}

/**
 * Time in ms after which a search reads the counts even if no rows have arrived. `COUNTS_MS` is the corresponding limit
 * for the facets, which wait for the counts.
 */
const ROWS_MS = 250;
const COUNTS_MS = 600;

/**
 * Controls the order of reads: the counts are read after the rows, and the facets after the counts. If the search is
 * cancelled, neither the counts nor the facets are read.
 */
export function useSearchStages(active: ActiveFilter, hasRows: boolean) {
  const isEnded = useStore(isSearchEnded);
  useLayoutEffect(() => {
    void active;
    isSearchEnded.set(false);
  }, [active]);
  const isRead = useAfter(active, hasRows, ROWS_MS);
  const counts = useCounts(active, isRead && active.mistake === undefined && !isEnded);
  const hasCounts = counts.data !== undefined || counts.error !== null;
  const isCounted = useAfter(active, hasCounts, COUNTS_MS);
  return { isRead, counts, mayReadFacets: isCounted && !isEnded };
}
