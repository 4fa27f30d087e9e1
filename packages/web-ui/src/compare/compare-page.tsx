import { Link } from '@tanstack/react-router';
import { type ReactElement, useMemo } from 'react';
import { Page } from '../frame/page.js';
import { Message, Problem, Waiting } from '../parts/answers/answer-states.js';
import { OfflineBar } from '../parts/answers/offline-bar.js';
import { useKeptAnswer } from '../parts/answers/use-kept-answer.js';
import { Button, CopyButton, PlainButton } from '../parts/button.js';
import { useStore } from '../parts/store.js';
import { settings } from '../parts/theme/settings.js';
import { clockOf, dayOf, writeTime } from '../parts/values/format-time.js';
import {
  MarkedText,
  writeCost,
  writeCount,
  writeCounted,
  writeDuration,
  writeExactDuration,
} from '../parts/values/write-value.js';
import type { Outline } from '../trace/outline/outline.js';
import { useOutline } from '../trace/outline/use-outline.js';
import { useTraceTask } from '../trace/workers/use-trace-task.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './compare.module.css';
import { type Comparison, isDifferent, spansOfRow } from './comparison.js';
import { ComparisonRows } from './comparison-rows.js';
import { PairDetail } from './pair-detail.js';
import { PickTraces } from './pick-traces.js';
import { useComparisonKeys, useShownRows } from './use-shown-rows.js';

/** Two traces side by side, with their common spans and their differences. */
export function ComparePage(): ReactElement {
  const [{ a = '', b = '', pick }] = useSearchParameters();
  const isPicking = a === '' || b === '' || pick !== undefined;
  return (
    <Page title="Compare" bar={<Bar />}>
      <div className="column">
        {isPicking && <PickTraces key={`${a} ${b}`} a={a} b={b} />}
        {a !== '' && b !== '' && <Sides a={a} b={b} />}
      </div>
    </Page>
  );
}

function Bar(): ReactElement {
  return (
    <>
      <b>Compare</b>
      <span className="faint cut">two traces, span by span</span>
      <span className="push">
        <CopyButton text={window.location.href} what="to this page" label="Copy link" />
      </span>
    </>
  );
}

function Sides({ a, b }: { readonly a: string; readonly b: string }): ReactElement {
  const [, change] = useSearchParameters();
  const [queryA, queryB] = [useOutline(a), useOutline(b)];
  const [inA, inB] = [useKeptAnswer(queryA, a), useKeptAnswer(queryB, b)];
  const retry = () => void Promise.all([queryA.refetch(), queryB.refetch()]);
  const failed = [inA, inB].find(({ error }) => error !== null);
  if (failed !== undefined) {
    return <Problem error={failed.error} onRetry={retry} />;
  }
  if (
    inA.data === undefined ||
    inB.data === undefined ||
    inA.data.isPartial ||
    inB.data.isPartial
  ) {
    return <Waiting />;
  }
  const unknown = inA.data.count === 0 ? { side: 'A', id: a } : { side: 'B', id: b };
  if (inA.data.count === 0 || inB.data.count === 0) {
    return (
      <Message title={`There is no trace ${unknown.side}.`}>
        <p>
          <span className="mono">{unknown.id}</span> is not stored in this project. It may be
          deleted, expired, or not stored yet.
        </p>
        <Button onClick={() => change({ pick: '1' })}>Pick traces</Button>
      </Message>
    );
  }
  return (
    <>
      <OfflineBar readAt={inA.readAt ?? inB.readAt} onRetry={retry} />
      <Compared a={inA.data} b={inB.data} />
    </>
  );
}

function Compared({ a, b }: { readonly a: Outline; readonly b: Outline }): ReactElement {
  const traces = useMemo(() => ({ a, b }), [a, b]);
  const rows = useTraceTask('compareTraces', traces);
  const comparison = useMemo(() => rows && { ...traces, ...rows }, [traces, rows]);
  return comparison === undefined ? (
    <Waiting />
  ) : (
    <ComparisonView key={`${a.traceId} ${b.traceId}`} comparison={comparison} />
  );
}

/** A comparison: the totals of both traces, the tree of their spans, and the open pair of spans. */
function ComparisonView({ comparison }: { readonly comparison: Comparison }): ReactElement {
  const shown = useShownRows(comparison);
  const { isBySize, rows, selected, opened, folded, select, open, close } = shown;
  const goToNext = useComparisonKeys(comparison, shown);
  return (
    <>
      <Heads comparison={comparison} />
      <Tools comparison={comparison} goToNext={goToNext} />
      <div className={`${styles['body']} ${opened === undefined ? '' : styles['withPair']}`}>
        <ComparisonRows
          comparison={comparison}
          rows={rows}
          isTree={!isBySize}
          isNarrow={opened !== undefined}
          selected={selected}
          folded={folded}
          onSelect={select}
          onOpen={open}
          onFolded={shown.setFolded}
        />
        {opened !== undefined && (
          <PairDetail
            comparison={comparison}
            spans={spansOfRow(comparison, opened)}
            onClose={close}
          />
        )}
      </div>
    </>
  );
}

function Heads({ comparison: { a, b } }: { readonly comparison: Comparison }): ReactElement {
  const [{ pick }, change] = useSearchParameters();
  const swap = () => change({ a: b.traceId, b: a.traceId, s: undefined });
  return (
    <header className={styles['heads']}>
      <TraceFacts side="A" outline={a} />
      <TraceFacts side="B" outline={b} />
      <span className={styles['actions']}>
        <Button onClick={swap}>Swap</Button>
        <Button
          aria-expanded={pick !== undefined}
          onClick={() => change({ pick: pick === undefined ? '1' : undefined })}
        >
          Pick
        </Button>
      </span>
    </header>
  );
}

interface ToolsProps {
  readonly comparison: Comparison;
  readonly goToNext: () => void;
}

/** Shows the number of differences, a control for the row order, and a button that goes to the next difference. */
function Tools({ comparison, goToNext }: ToolsProps): ReactElement {
  const [{ o }, change] = useSearchParameters();
  const { rows } = comparison;
  const found = useMemo(() => {
    const all = [...comparison.rows.parent.keys()];
    return all.filter((row) => isDifferent(comparison, row)).length;
  }, [comparison]);
  const onlyA = rows.b.reduce((sum, at) => sum + (at < 0 ? 1 : 0), 0);
  const onlyB = rows.a.reduce((sum, at) => sum + (at < 0 ? 1 : 0), 0);
  const order = (value: string | undefined, word: string) => (
    <PlainButton aria-pressed={o === value} onClick={() => change({ o: value })}>
      {word}
    </PlainButton>
  );
  return (
    <div className={styles['tools']}>
      <span
        role="status"
        title="Only in one trace, failed in one, other tokens, or a duration that differs by more than a tenth and by more than 1 % of the trace"
      >
        <b>{writeCount(found)}</b> {found === 1 ? 'difference' : 'differences'}
        <span className="quiet">
          {' '}
          · {writeCount(comparison.count - onlyA - onlyB)} in both · {writeCount(onlyA)} only in A ·{' '}
          {writeCount(onlyB)} only in B
        </span>
      </span>
      <span className={styles['actions']}>
        <span role="group" aria-label="Order">
          {order(undefined, 'Tree')}
          {order('size', 'Largest difference')}
        </span>
        {found > 0 && (
          <PlainButton onClick={goToNext}>
            Next difference <kbd>n</kbd>
          </PlainButton>
        )}
      </span>
    </div>
  );
}

/** One of the two traces: its name as a link, and its totals. */
function TraceFacts({ side, outline }: { readonly side: 'A' | 'B'; readonly outline: Outline }) {
  const zone = useStore(settings.timeZone);
  const { traceId, base, texts, name, totals, failed } = outline;
  const title = texts[name[0] ?? -1] ?? traceId;
  const ns = BigInt(Math.round(outline.length));
  return (
    <section className={styles['head']} aria-label={`Trace ${side}`}>
      <b className="accent">{side}</b>
      <Link to="/traces/$traceId" params={{ traceId }} className="cut" title={title}>
        <MarkedText text={title} />
      </Link>
      <span className="mono faint" title={traceId}>
        {traceId.slice(0, 8)}
      </span>
      <time className="faint" dateTime={writeTime(base)} title={writeTime(base)}>
        {dayOf(base, zone)}, {clockOf(base, zone).seconds}
      </time>
      <span className={styles['sums']}>
        <span title={writeExactDuration(ns)}>{writeDuration(ns)}</span>
        <span>{writeCounted(outline.count, 'span')}</span>
        {failed > 0 && <span className="bad">{writeCount(failed)} failed</span>}
        {totals.tokens.total !== undefined && <span>{writeCount(totals.tokens.total)} tokens</span>}
        {totals.costs.total !== undefined && (
          <span title={String(totals.costs.total)}>{writeCost(totals.costs.total)} USD</span>
        )}
      </span>
    </section>
  );
}
