import { type ReactElement, useMemo } from 'react';
import { Page } from '../frame/page.js';
import { Message } from '../parts/answers/message.js';
import { OfflineBar } from '../parts/answers/offline-bar.js';
import { Problem } from '../parts/answers/problem.js';
import { useKeptAnswer } from '../parts/answers/use-kept-answer.js';
import { Waiting } from '../parts/answers/waiting.js';
import { Button } from '../parts/button.js';
import { CopyButton } from '../parts/values/copy-button.js';
import type { Outline } from '../trace/outline/outline.js';
import { useOutline } from '../trace/outline/use-outline.js';
import { useTraceTask } from '../trace/workers/use-trace-task.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './compare.module.css';
import { ComparisonView } from './comparison-view.js';
import { PickTraces } from './pick-traces.js';

/** Two traces side by side, with their common spans and the differences between them. */
export function ComparePage(): ReactElement {
  const [{ a = '', b = '', pick }] = useSearchParameters();
  const isPicking = a === '' || b === '' || pick !== undefined;
  return (
    <Page title="Compare" bar={<Bar />}>
      <div className={styles['page']}>
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
      <span className={styles['end']}>
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
