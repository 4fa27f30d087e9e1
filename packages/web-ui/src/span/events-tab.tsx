import type { ReactElement } from 'react';
import type { ShownSpan, SpanEvent } from '../api/shown-span.js';
import { writeDuration } from '../parts/format-duration.js';
import { readTime } from '../parts/format-time.js';
import { flattenAttributes } from './flatten-attributes.js';
import styles from './span.module.css';

/** The events of a span, with the time since its start. */
export function EventsTab({ span }: { readonly span: ShownSpan }): ReactElement {
  const { events = [], start_time: start } = span;
  return (
    <ol className={styles['events']}>
      {events.map((event, at) => (
        <li key={at}>
          <EventView event={event} startNs={readTime(start)} />
        </li>
      ))}
    </ol>
  );
}

interface EventViewProps {
  readonly event: SpanEvent;
  readonly startNs: bigint;
}

function EventView({ event, startNs }: EventViewProps): ReactElement {
  const { name, timestamp, attributes = {} } = event;
  return (
    <>
      <h3>
        {name}{' '}
        <time className="faint" dateTime={timestamp} title={timestamp}>
          +{writeDuration(readTime(timestamp) - startNs)}
        </time>
      </h3>
      <dl className={styles['group']}>
        {flattenAttributes(attributes).map(({ path, text }) => (
          <div key={path}>
            <dt className="mono">{path}</dt>
            <dd className={path.endsWith('stacktrace') ? styles['stack'] : ''}>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
