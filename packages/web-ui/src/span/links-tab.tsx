import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { readWhole } from '../api/json/unread-json.js';
import { queryLinkingSpans } from '../api/query-spans.js';
import type { ShownSpan } from '../api/shown-span.js';
import { traceKey } from '../api/trace-key.js';
import { Problem } from '../parts/answers/problem.js';
import { Waiting } from '../parts/answers/waiting.js';
import { MarkedText } from '../parts/values/marked-text.js';
import { flattenAttributes } from './flatten-attributes.js';
import type { SpanTabProps } from './load-span.js';
import styles from './span.module.css';
import { ValueRows } from './value-rows.js';

/** Number of incoming links to read at a time. */
const MAX_LINKS = 100;

/** Outgoing and incoming links of a span. */
export function LinksTab({ loaded: { span } }: SpanTabProps): ReactElement {
  const { links = [] } = span;
  return (
    <>
      <section className={styles['group']}>
        <h3>To</h3>
        {links.length === 0 && <p className="faint">This span links to no other.</p>}
        <ul className={styles['events']}>
          {links.map(readWhole).map(({ trace_id: traceId, span_id: spanId, attributes = {} }) => (
            <li key={`${traceId}${spanId}`}>
              <SpanLink traceId={traceId} spanId={spanId} />
              <ValueRows rows={flattenAttributes(attributes)} />
            </li>
          ))}
        </ul>
      </section>
      <section className={styles['group']}>
        <h3>From</h3>
        <LinksFrom span={span} />
      </section>
    </>
  );
}

function LinksFrom({ span }: { readonly span: ShownSpan }): ReactElement {
  const { trace_id: traceId, span_id: spanId } = span;
  const { data, error, refetch } = useQuery({
    queryKey: traceKey('links-from', traceId, spanId),
    queryFn: ({ signal }) => loadLinksFrom({ trace_id: traceId, span_id: spanId }, signal),
  });
  if (error !== null) {
    return <Problem error={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined) {
    return <Waiting />;
  }
  if (data.length === 0) {
    return <p className="faint">No span links to this one.</p>;
  }
  return (
    <>
      <ul className={styles['events']}>
        {data.map((from) => (
          <li key={`${from.trace_id}${from.span_id}`}>
            <MarkedText text={from.span_name} />{' '}
            {from.trace_type === 'annotation' && <span className="faint">annotation </span>}
            <SpanLink traceId={from.trace_id} spanId={from.span_id} />
          </li>
        ))}
      </ul>
      {data.length === MAX_LINKS && <p className="faint">The newest {MAX_LINKS} are shown.</p>}
    </>
  );
}

async function loadLinksFrom(
  link: { readonly trace_id: string; readonly span_id: string },
  signal: AbortSignal,
): Promise<readonly ShownSpan[]> {
  const body = {
    filtering: { conditions: [{ field: 'links', operator: 'in', value: [link] }] },
    windowing: { limit: MAX_LINKS },
    projection: { members: ['span_name', 'trace_type'] },
  };
  const { spans } = await queryLinkingSpans(link.trace_id, body, { signal });
  return spans;
}

interface SpanLinkProps {
  readonly traceId: string;
  readonly spanId: string;
}

function SpanLink({ traceId, spanId }: SpanLinkProps): ReactElement {
  return (
    <Link
      className="mono"
      to="/traces/$traceId"
      params={{ traceId }}
      search={{ s: spanId } as never}
    >
      {traceId} / {spanId}
    </Link>
  );
}
