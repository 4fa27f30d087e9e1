import { useParams } from '@tanstack/react-router';
import { type ReactElement, useCallback, useMemo, useState } from 'react';
import { Page } from '../frame/page.js';
import { Problem } from '../parts/answers/problem.js';
import { useKeptAnswer } from '../parts/answers/use-kept-answer.js';
import { Waiting } from '../parts/answers/waiting.js';
import { TraceAnnotations } from '../span/annotations/trace-annotations.js';
import { SpanDetail } from '../span/span-detail.js';
import { useSearchParameters } from '../url/use-search.js';
import type { Outline } from './outline/outline.js';
import { placeOfSpan, spanIdAt } from './outline/span-ids.js';
import { useOutline } from './outline/use-outline.js';
import styles from './trace.module.css';
import { TraceBar } from './trace-bar.js';
import { TraceHeader } from './trace-header.js';
import { TraceNotices } from './trace-notices.js';
import { TraceViews } from './trace-views.js';
import { UnknownTrace } from './unknown-trace.js';
import { spanIdOfRow } from './waterfall/row-keys.js';

/** One trace: what happened, in the order of its tree, and the span that is selected. */
export function TracePage(): ReactElement {
  const { traceId = '' } = useParams({ strict: false });
  const [isWaiting, wait] = useState(false);
  const query = useOutline(traceId, { isWaiting });
  // A part of a trace is no answer: what follows it says that it is not complete.
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

/** Names the span of the address if the trace does not have it. */
function useMissing(outline: Outline | undefined): readonly string[] {
  const [{ s }] = useSearchParameters();
  return useMemo(() => {
    const isRead = outline !== undefined && !outline.isPartial && outline.count > 0;
    const isMissing = isRead && s !== undefined && placeOfSpan(outline, spanIdOfRow(s)) < 0;
    return isMissing ? [`the span ${s}`] : [];
  }, [outline, s]);
}

function titleOf({ name, texts, traceId }: Outline): string {
  return texts[name[0] ?? -1] ?? traceId;
}

function TraceView({ outline }: { readonly outline: Outline }): ReactElement {
  const [{ s }, change] = useSearchParameters();
  const selected = useMemo(
    () => Math.max(0, s === undefined ? -1 : placeOfSpan(outline, spanIdOfRow(s))),
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
