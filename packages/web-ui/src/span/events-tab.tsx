import { type ReactElement, useState } from 'react';
import { readWhole } from '../api/json/unread-json.js';
import type { SpanEvent } from '../api/shown-span.js';
import { Message } from '../parts/answers/message.js';
import { Button } from '../parts/button.js';
import { writeDuration } from '../parts/values/format-duration.js';
import { writeCount } from '../parts/values/format-number.js';
import { readTime } from '../parts/values/format-time.js';
import { MarkedText } from '../parts/values/marked-text.js';
import { flattenAttributes } from './flatten-attributes.js';
import type { SpanTabProps } from './load-span.js';
import styles from './span.module.css';
import { ValueRows } from './value-rows.js';

/** Number of events added to the list at a time. */
const EVENTS_AT_A_TIME = 200;

/** Events of a span, with the time since its start. */
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

interface EventViewProps {
  readonly event: SpanEvent;
  readonly startNs: bigint;
}

function EventView({ event, startNs }: EventViewProps): ReactElement {
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

/** Returns the filter field of an event attribute, which filters can only address by its whole key. */
function eventAttributeField(path: readonly string[]) {
  return path.length === 1 ? { field: 'events', key: `attributes.${path[0]}` } : undefined;
}

/** Formats the time since the start of the span. It is negative for events before the start. */
function writeOffset(ns: bigint): string {
  return ns < 0n ? `−${writeDuration(-ns)}` : `+${writeDuration(ns)}`;
}
