import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useReducer } from 'react';
import { NothingMatches } from '../explorer/rows/nothing-matches.js';
import { SaveQuery } from '../explorer/saved/save-query.js';
import { FilterBar } from '../filter-bar/filter-bar.js';
import { findQueries } from '../filter-bar/load-saved-queries.js';
import { copyActions } from '../filter-bar/menu/copy-actions.js';
import { Mistake } from '../filter-bar/mistake.js';
import {
  addressOfQuery,
  type BoardTexts,
  boardOf,
  linkOfQuery,
  type SavedQuery,
} from '../filter-bar/saved-query.js';
import { type ActiveFilter, useFilter } from '../filter-bar/use-filter.js';
import { NeedsBeginning } from '../filter-bar/window/needs-beginning.js';
import { Page } from '../frame/page.js';
import { Message, Problem, Waiting } from '../parts/answers/answer-states.js';
import { OfflineBar } from '../parts/answers/offline-bar.js';
import { useRunAgain } from '../parts/answers/use-run-again.js';
import { Button } from '../parts/button.js';
import { useTableKey } from '../parts/chart/chart-table.js';
import { MarkedText, writeCount } from '../parts/values/write-value.js';
import { useSearchParameters } from '../url/use-search.js';
import { Board, type BoardProps } from './board.js';
import styles from './board.module.css';
import { type ChosenChart, presets, readCharts, writeCharts } from './board-choice.js';
import { AddChart, BoardPicker, GroupPicker } from './board-tools.js';
import { BoardTotals } from './board-totals.js';
import { snapWindow } from './charts/snap-window.js';
import { useKeptSubject } from './charts/use-kept-subject.js';
import { groupFieldOf, noGroup } from './group-fields.js';
import { boardKey, useBoardAnswer } from './use-board-answer.js';

/** The page reloads all queries whose keys begin with one of these elements. */
const asked = [boardKey];

/** A board with charts of rates, durations and costs over time. The values can be grouped by one field. */
export function AnalyticsPage() {
  const { slug } = useParams({ strict: false }) as { readonly slug?: string };
  const { saved, state, error, retry } = useSavedBoard(slug);
  const board = useBoardChoice(slug, saved);
  const [run, runAgain] = useReducer((count: number) => count + 1, 0);
  const readAgain = useRunAgain(runAgain, asked);
  useTableKey();
  return (
    <Page title={`Analytics: ${board.name}`} bar={<Bar run={run} onRun={runAgain} />}>
      {state === 'loading' &&
        (error === null ? <Waiting /> : <Problem error={error} onRetry={retry} />)}
      {state === 'unknown' && (
        <Message title="There is no such board.">
          <p>It may be archived, or belong to another project.</p>
          <Link to="/analytics">Open the overview</Link>
        </Message>
      )}
      {state === 'known' && <BoardPage board={board} run={run} onRetry={readAgain} />}
    </Page>
  );
}

/** The filter bar of the page. Its copy actions copy the request that reads the totals. */
function Bar({ run, onRun }: { readonly run: number; readonly onRun: () => void }) {
  const { filtering, bounds, range = bounds } = useFilter(run);
  const actions = useMemo(() => {
    const body = { ...(filtering && { filtering }), windowing: range, focus: 'trace' };
    return copyActions({ path: '/spans/aggregate/query', body });
  }, [filtering, range]);
  return <FilterBar onRun={onRun} actions={actions} />;
}

interface BoardPageProps {
  readonly board: ReturnType<typeof useBoardChoice>;
  /** Number of times that the user has reloaded the page's data. */
  readonly run: number;
  readonly onRetry: () => void;
}

function BoardPage({ board, run, onRetry }: BoardPageProps) {
  const active = useFilter(run);
  const { filtering, mistake, range } = active;
  const { name, charts, group, groupText, unknown, content, setCharts, setGroup } = board;
  const navigate = useNavigate();
  const snapped = useMemo(() => range && snapWindow(range), [range]);
  const subject = useMemo(() => snapped && { filtering, range: snapped }, [filtering, snapped]);
  if (mistake !== undefined) {
    return <Mistake mistake={mistake} />;
  }
  return (
    <div className={styles['page']}>
      <div className={styles['tools']}>
        <BoardPicker name={name} />
        <GroupPicker chosen={groupText} onChoose={setGroup} />
        <AddChart onAdd={(chart) => setCharts([...charts, chart])} />
        <span className="push">
          <SaveQuery
            filtering={filtering}
            view={content}
            onSaved={(query) => void navigate(linkOfQuery(query))}
          />
        </span>
      </div>
      {unknown.length > 0 && (
        <p role="status" className="quiet">
          This page ignores what it does not know in the address:{' '}
          <MarkedText text={unknown.join(', ')} />.
        </p>
      )}
      {subject === undefined ? (
        <NeedsBeginning>
          The charts show values over time, so they cannot show all time at once.
        </NeedsBeginning>
      ) : (
        <BoardContent {...{ subject, charts, group, active, onRetry }} onChange={setCharts} />
      )}
    </div>
  );
}

interface BoardContentProps extends BoardProps {
  readonly active: ActiveFilter;
  readonly onRetry: () => void;
}

/**
 * The charts and totals, or a message if no span matches. If spans match but no root span does, a button switches the
 * charts from counting traces to counting spans.
 */
function BoardContent({ active, onRetry, ...board }: BoardContentProps) {
  const [{ q = '', w = '' }] = useSearchParameters();
  const { subject, readAt } = useKeptSubject(board.subject, `${q} ${w}`);
  const props = { ...board, subject };
  const { charts, onChange } = props;
  const { data: traces } = useBoardAnswer(subject, { focus: 'trace' });
  const hasNoTrace = traces?.total.count === 0;
  const { data: spans } = useBoardAnswer(subject, {
    focus: 'span',
    isWhole: true,
    isEnabled: hasNoTrace,
  });
  if (spans?.total.count === 0) {
    return <NothingMatches listed="spans" active={active} />;
  }
  const isByTrace = charts.some(({ focus }) => focus !== 'span');
  return (
    <>
      <OfflineBar readAt={readAt} onRetry={onRetry} />
      {hasNoTrace && spans !== undefined && isByTrace && (
        <p role="status">
          No root of a trace matches, but {writeCount(spans.total.count ?? 0)} spans do.{' '}
          <Button onClick={() => onChange(charts.map((chart) => ({ ...chart, focus: 'span' })))}>
            Count every span
          </Button>
        </p>
      )}
      <BoardTotals subject={subject} />
      <Board {...props} />
    </>
  );
}

/**
 * Reads the saved board with the given slug. If the address has neither a filter nor a time window, adds the board's
 * filter and time window to the address.
 */
function useSavedBoard(slug: string | undefined) {
  const isSaved = slug !== undefined && presets.every((preset) => preset.slug !== slug);
  const { data, error, refetch } = useQuery({
    queryKey: ['saved board', slug],
    queryFn: async ({ signal }) => {
      const { queries = [] } = await findQueries({ query: { slug } }, signal);
      return queries.find((query) => boardOf(query) !== undefined) ?? null;
    },
    enabled: isSaved,
    staleTime: 0,
  });
  const [{ q, w }, change] = useSearchParameters();
  const isBare = q === undefined && w === undefined;
  useEffect(() => {
    if (data && isBare) {
      const { q: filter, w: window } = addressOfQuery(data);
      change({ q: filter, w: window });
    }
  }, [data, isBare, change]);
  const retry = () => void refetch();
  if (!isSaved) {
    return { saved: undefined, state: 'known', error: null, retry } as const;
  }
  const state = data === null ? 'unknown' : data === undefined || isBare ? 'loading' : 'known';
  return { saved: data ?? undefined, state, error, retry } as const;
}

/** Returns the board to show, based on the slug, the saved query, and the URL parameters `m` and `g`. */
function useBoardChoice(slug: string | undefined, saved: SavedQuery | undefined) {
  const [{ m, g }, change] = useSearchParameters();
  const preset = presets.find((one) => one.slug === slug) ?? presets[0];
  const stored: BoardTexts = (saved && boardOf(saved)) ?? preset;
  const chartsText = m ?? stored.charts;
  const groupText = g ?? stored.group;
  const choice = useMemo(() => {
    const { charts, unknown } = readCharts(chartsText);
    const group = groupFieldOf(groupText);
    const isUnknown = group === undefined && groupText !== noGroup;
    return {
      name: saved === undefined ? preset.name : (saved.name ?? saved.slug),
      charts,
      group,
      groupText: isUnknown ? noGroup : groupText,
      unknown: [
        ...unknown.map((name) => `the chart ${name}`),
        ...(isUnknown ? [`the group ${groupText}`] : []),
      ],
      content: {
        view: 'analytics' as const,
        board: { charts: writeCharts(charts), group: groupText },
      },
    };
  }, [chartsText, groupText, saved, preset]);
  return {
    ...choice,
    setCharts: (charts: readonly ChosenChart[]) => change({ m: writeCharts(charts) }),
    setGroup: (text: string) => change({ g: text }, 'push'),
  };
}
