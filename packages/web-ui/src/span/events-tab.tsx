import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { readWhole } from '../api/json/unread-json.js';
import { queryLinkingSpans } from '../api/query-spans.js';
import type { JsonMembers, ShownSpan, SpanEvent } from '../api/shown-span.js';
import { traceKey } from '../api/trace-key.js';
import { Message, Problem, Waiting } from '../parts/answers/answer-states.js';
import { Button } from '../parts/button.js';
import { readTime } from '../parts/values/format-time.js';
import { MarkedText, writeCount, writeDuration } from '../parts/values/write-value.js';
import { flattenAttributes } from './flatten-attributes.js';
import type { SpanTabProps } from './load-span.js';
import styles from './span.module.css';
import { ValueRows } from './value-rows.js';

/** Number of events to show initially, and to add with each click. */
const EVENTS_AT_A_TIME = 200;

/** Events of a span. Each event shows the time since the span's start. */
export function EventsTab({ loaded: { span } }: SpanTabProps): ReactElement {
  const { events = [], start_time: start } = span;
  const [shown, setShown] = useState(EVENTS_AT_A_TIME);
  if (events.length === 0) {
    return <Message title="This span has no events." />;
  }
  return (
    <>
      <ol className={styles['events']}>
        {events.slice(0, shown).map((event, at) => (
          <li key={at}>
            <EventView event={readWhole(event)} startNs={readTime(start)} />
          </li>
        ))}
      </ol>
      {events.length > shown && (
        <p>
          <Button onClick={() => setShown(shown + EVENTS_AT_A_TIME)}>
            Show more of {writeCount(events.length)} events
          </Button>
        </p>
      )}
    </>
  );
}

function EventView({ event, startNs }: { readonly event: SpanEvent; readonly startNs: bigint }) {
  const { name, timestamp, attributes = {} } = event;
  return (
    <>
      <h3 className={name === 'exception' ? 'bad' : ''}>
        <MarkedText text={name} />{' '}
        <time className="faint" dateTime={timestamp} title={timestamp}>
          {writeOffset(readTime(timestamp) - startNs)}
        </time>
      </h3>
      <ValueRows rows={flattenAttributes(attributes, eventAttributeField)} />
    </>
  );
}

/** Returns the span field for an event attribute. Filters can address such an attribute only by its complete key. */
function eventAttributeField(path: readonly string[]) {
  return path.length === 1 ? { field: 'events', key: `attributes.${path[0]}` } : undefined;
}

/** Formats the time since the span's start. The time is negative if the event precedes the start. */
function writeOffset(ns: bigint): string {
  return ns < 0n ? `−${writeDuration(-ns)}` : `+${writeDuration(ns)}`;
}

/**
 * Applications, variants, evaluators and other entities that a span refers to, and the hashes of its reference sets.
 */
export function ReferencesTab({ loaded: { span } }: SpanTabProps): ReactElement {
  const { references = [], hashes = [] } = span;
  if (references.length + hashes.length === 0) {
    return <Message title="This span has no references." />;
  }
  return (
    <>
      <Entries title="References" entries={references} />
      <Entries title="Hashes" entries={hashes} />
    </>
  );
}

interface EntriesProps {
  readonly title: string;
  readonly entries: readonly JsonMembers[];
}

function Entries({ title, entries }: EntriesProps): ReactElement | null {
  if (entries.length === 0) {
    return null;
  }
  return (
    <section className={styles['group']}>
      <h3>{title}</h3>
      <ol className={styles['events']}>
        {entries.map((entry, at) => (
          <li key={at}>
            <ValueRows rows={flattenAttributes(readWhole(entry))} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Number of incoming links that one request reads. */
const MAX_LINKS = 100;

/** Links from the span to other spans, and links from other spans to it. */
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
    queryFn: async ({ signal }) => {
      const link = { trace_id: traceId, span_id: spanId };
      const body = {
        filtering: { conditions: [{ field: 'links', operator: 'in', value: [link] }] },
        windowing: { limit: MAX_LINKS },
        projection: { members: ['span_name', 'trace_type'] },
      };
      const { spans } = await queryLinkingSpans(traceId, body, { signal });
      return spans;
    },
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

function SpanLink({ traceId, spanId }: { readonly traceId: string; readonly spanId: string }) {
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
