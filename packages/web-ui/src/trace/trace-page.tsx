import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type ReactElement, useCallback, useMemo } from 'react';
import { TraceAnnotations } from '../annotations/trace-annotations.js';
import { Page } from '../frame/page.js';
import { loadOutline } from '../outline/load-outline.js';
import type { Outline } from '../outline/outline.js';
import { Message } from '../parts/message.js';
import { Problem } from '../parts/problem.js';
import { Waiting } from '../parts/waiting.js';
import { SpanDetail } from '../span/span-detail.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './trace.module.css';
import { TraceBar } from './trace-bar.js';
import { TraceHeader } from './trace-header.js';
import { TraceViews } from './trace-views.js';

/** One trace: what happened, in the order of its tree, and the span that is selected. */
export function TracePage(): ReactElement {
  const { traceId = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery({
    queryKey: ['outline', traceId],
    queryFn: ({ signal }) => loadOutline(traceId, signal),
    structuralSharing: false,
  });
  const title = data === undefined ? 'Trace' : titleOf(data);
  return (
    <Page title={title} bar={<TraceBar outline={data} />}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Waiting />}
      {data !== undefined &&
        (data.count === 0 ? (
          <Unknown traceId={traceId} onRetry={() => void refetch()} />
        ) : (
          <TraceView outline={data} />
        ))}
    </Page>
  );
}

function titleOf({ name, texts, traceId }: Outline): string {
  return texts[name[0] ?? -1] ?? traceId;
}

function TraceView({ outline }: { readonly outline: Outline }): ReactElement {
  const [{ s }, change] = useSearchParameters();
  const selected = useMemo(() => {
    const at = s === undefined ? -1 : outline.spanIds.indexOf(s);
    return Math.max(0, at);
  }, [outline, s]);
  const select = useCallback((at: number) => change({ s: outline.spanIds[at] }), [outline, change]);
  return (
    <div className={styles['page']}>
      <TraceHeader outline={outline}>
        <TraceAnnotations outline={outline} />
      </TraceHeader>
      <TraceViews outline={outline} selected={selected} onSelect={select} />
      <SpanDetail outline={outline} selected={selected} onSelect={select} />
    </div>
  );
}

interface UnknownProps {
  readonly traceId: string;
  readonly onRetry: () => void;
}

function Unknown({ traceId, onRetry }: UnknownProps): ReactElement {
  return (
    <Message title="There is no such trace.">
      <p>
        <span className="mono">{traceId}</span> is not stored in this project. It may be deleted,
        expired, or not stored yet.
      </p>
      <button type="button" className="button" onClick={onRetry}>
        Look again
      </button>
    </Message>
  );
}
