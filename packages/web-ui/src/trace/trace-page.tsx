import { Link, useParams } from '@tanstack/react-router';
import { type ReactElement, useCallback, useMemo, useState } from 'react';
import { Page } from '../frame/page.js';
import { Message, Problem, Waiting } from '../parts/answers/answer-states.js';
import { useKeptAnswer } from '../parts/answers/use-kept-answer.js';
import { Button, CopyButton } from '../parts/button.js';
import { CompareWith } from '../parts/lists/mark-to-compare.js';
import { openedList, openNeighbour } from '../parts/lists/opened-list.js';
import { useStore } from '../parts/store.js';
import { MarkedText, writeCount } from '../parts/values/write-value.js';
import { TraceAnnotations } from '../span/annotations/trace-annotations.js';
import { SpanDetail } from '../span/span-detail.js';
import { useSearchParameters } from '../url/use-search.js';
import { indexOfSpan, type Outline, spanIdAt } from './outline/outline.js';
import { useOutline } from './outline/use-outline.js';
import styles from './trace.module.css';
import { TraceHeader } from './trace-header.js';
import { TraceMenu } from './trace-menu.js';
import { TraceNotices } from './trace-notices.js';
import { TraceViews } from './trace-views.js';
import { spanIdOfRow } from './waterfall/row-keys.js';

/** Page of a trace. It shows the spans in tree order and the detail of the selected span. */
export function TracePage(): ReactElement {
  const { traceId = '' } = useParams({ strict: false });
  const [isWaiting, wait] = useState(false);
  const query = useOutline(traceId, { isWaiting });
  // A partial trace is treated as a placeholder, because its remaining spans are still loading.
  const isPlaceholderData = query.data?.isPartial ?? false;
  const { data, error, readAt } = useKeptAnswer({ ...query, isPlaceholderData }, traceId);
  const retry = () => void query.refetch();
  const title = data === undefined ? 'Trace' : titleOf(data);
  return (
    <Page
      title={title}
      bar={<TraceBar traceId={traceId} outline={data} />}
      ignored={useMissing(data)}
      readAt={readAt}
      onRetry={retry}
    >
      {error !== null && <Problem error={error} onRetry={retry} />}
      {data === undefined && error === null && <Waiting />}
      {data?.count === 0 && (
        <UnknownTrace traceId={traceId} isWaiting={isWaiting} onWait={() => wait(!isWaiting)} />
      )}
      {data !== undefined && data.count > 0 && <TraceView outline={data} />}
    </Page>
  );
}

/** Returns a message if the trace does not contain the span that the address selects. */
function useMissing(outline: Outline | undefined): readonly string[] {
  const [{ s }] = useSearchParameters();
  return useMemo(() => {
    const isRead = outline !== undefined && !outline.isPartial && outline.count > 0;
    const isMissing = isRead && s !== undefined && indexOfSpan(outline, spanIdOfRow(s)) < 0;
    return isMissing ? [`the span ${s}`] : [];
  }, [outline, s]);
}

function titleOf({ name, texts, traceId }: Outline): string {
  return texts[name[0] ?? -1] ?? traceId;
}

function TraceView({ outline }: { readonly outline: Outline }): ReactElement {
  const [{ s }, change] = useSearchParameters();
  const selected = useMemo(
    () => Math.max(0, s === undefined ? -1 : indexOfSpan(outline, spanIdOfRow(s))),
    [outline, s],
  );
  const select = useCallback(
    (at: number) => change({ s: spanIdAt(outline, at) }),
    [outline, change],
  );
  return (
    <div className={styles['page']}>
      <div className={styles['header']}>
        <TraceHeader outline={outline}>
          <TraceAnnotations outline={outline} />
        </TraceHeader>
        <TraceNotices outline={outline} />
      </div>
      <TraceViews outline={outline} selected={selected} onSelect={select} />
      <SpanDetail outline={outline} selected={selected} onSelect={select} />
    </div>
  );
}

interface UnknownTraceProps {
  readonly traceId: string;
  /** True while the page polls for the missing trace. */
  readonly isWaiting: boolean;
  readonly onWait: () => void;
}

/** Message for a trace that is not stored. */
function UnknownTrace({ traceId, isWaiting, onWait }: UnknownTraceProps): ReactElement {
  const [{ file }] = useSearchParameters();
  if (file !== undefined) {
    return (
      <Message title="The file is not open in this tab.">
        <p>
          This trace was opened from the file <MarkedText text={file} />. Drop the file on the page
          to see it again. The page does not upload files.
        </p>
      </Message>
    );
  }
  return (
    <Message title="There is no such trace.">
      <p>
        <span className="mono">{traceId}</span> is not stored in this project. It may be deleted,
        expired, or not stored yet.
      </p>
      <p role="status" className="quiet">
        {isWaiting && 'The page asks every two seconds, and shows the trace once it is stored.'}
      </p>
      <Button aria-pressed={isWaiting} onClick={onWait}>
        {isWaiting ? 'Stop waiting' : 'Wait for it'}
      </Button>
    </Message>
  );
}

interface TraceBarProps {
  readonly traceId: string;
  /** The outline of the trace; undefined while it is loading. */
  readonly outline: Outline | undefined;
}

/** Top bar of a trace page, with a link back, the trace id, and a button that copies the address. */
function TraceBar({ traceId, outline }: TraceBarProps): ReactElement {
  const hasSpans = outline !== undefined && outline.count > 0;
  return (
    <>
      <Link to="/spans">Explorer</Link>
      <span className="faint">/</span>
      <span className="mono quiet cut">{outline?.traceId}</span>
      <span className="wide">
        {outline !== undefined && <CopyButton text={outline.traceId} what="the trace id" />}
      </span>
      <span className={styles['end']}>
        <ResultNavigation traceId={traceId} />
        {hasSpans && <CompareWith trace={{ traceId: outline.traceId, name: titleOf(outline) }} />}
        <span className="wide">
          <CopyButton text={window.location.href} what="to this page" label="Copy link" />
        </span>
        {hasSpans && <TraceMenu outline={outline} />}
      </span>
    </>
  );
}

/**
 * Shows the trace's position in the list from which it was opened. Also links to the previous and next trace in the
 * list.
 */
function ResultNavigation({ traceId }: { readonly traceId: string }): ReactElement | null {
  const list = useStore(openedList);
  if (list?.keyAt(list.at)?.startsWith(traceId) !== true) {
    return null;
  }
  const { known, isComplete } = list.size();
  const number = list.at + 1;
  return (
    <span className={styles['way']} role="group" aria-label="Results of the list">
      <Button
        isPlain
        aria-label="Previous result"
        title="Previous result ([)"
        disabled={number === 1}
        onClick={() => openNeighbour(-1)}
      >
        ‹
      </Button>
      <span className="quiet">
        {writeCount(number)} of {writeCount(known)}
        {!isComplete && '+'}
      </span>
      <Button
        isPlain
        aria-label="Next result"
        title="Next result (])"
        disabled={isComplete && number >= known}
        onClick={() => openNeighbour(1)}
      >
        ›
      </Button>
    </span>
  );
}
