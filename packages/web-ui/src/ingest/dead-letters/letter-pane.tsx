import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiProblem } from '../../api/api-problem.js';
import type { Json, ShownSpan } from '../../api/shown-span.js';
import { LongText } from '../../conversation/content/long-text.js';
import { Message, Problem, Waiting } from '../../parts/answers/answer-states.js';
import { Button, CopyButton } from '../../parts/button.js';
import { DayAndTime } from '../../parts/values/day-and-time.js';
import { writeJson } from '../../parts/values/write-json.js';
import { MarkedText, writeBytes, writeCount } from '../../parts/values/write-value.js';
import { type OpenLetter, stages } from './dead-letter.js';
import styles from './dead-letters.module.css';
import { readLetter } from './letter-calls.js';
import { writeLogPosition } from './letter-columns.js';
import { RetryForm } from './retry-form.js';

interface LetterPaneProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

const NOT_FOUND = 404;

/** Shows a dead letter in full. The pane stays open while the spans are sent again and stored. */
export function LetterPane({ id, onClose, onChanged }: LetterPaneProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['dead-letter', id],
    queryFn: ({ signal }) => readLetter(id, signal),
    refetchOnWindowFocus: false,
  });
  const isUnknown = error instanceof ApiProblem && error.status === NOT_FOUND;
  return (
    <section className={styles['pane']} aria-label="Dead letter">
      <header className={styles['head']}>
        <h2>Dead letter</h2>
        <Button onClick={onClose}>Close</Button>
      </header>
      {data === undefined && error === null && <Waiting />}
      {data === undefined && isUnknown && (
        <Message title={error.message}>
          <p>Its spans may be stored by now, or it is too old to be kept.</p>
        </Message>
      )}
      {data === undefined && error !== null && !isUnknown && (
        <Problem error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <>
          <Facts letter={data} />
          <RetryForm key={id} letter={data} onDone={onChanged} />
          <Content letter={data} />
        </>
      )}
    </section>
  );
}

function Facts({ letter }: { readonly letter: OpenLetter }) {
  const { id, recorded_at, retried_at, stage, reason, rows } = letter.dead_letter;
  return (
    <>
      <p className={`bad ${styles['reason']}`}>
        <MarkedText text={reason} />
      </p>
      <dl className={styles['facts']}>
        <dt>Recorded</dt>
        <dd>
          <DayAndTime time={recorded_at} />
        </dd>
        {retried_at !== undefined && (
          <>
            <dt>Refused again</dt>
            <dd>
              <DayAndTime time={retried_at} />
            </dd>
          </>
        )}
        <dt>Stage</dt>
        <dd>
          {stage}, {stages[stage]}
        </dd>
        <dt>Spans</dt>
        <dd>{writeCount(rows)}</dd>
        <dt>Place in the log</dt>
        <dd className="mono">{writeLogPosition(letter.dead_letter)}</dd>
        <dt>Id</dt>
        <dd className="mono">{id}</dd>
      </dl>
    </>
  );
}

/** Maximum number of spans to show. Formatting more spans would take too long. */
const SHOWN_SPANS = 20;

function Content({ letter: { spans, bytes = '' } }: { readonly letter: OpenLetter }) {
  const [isWhole, setWhole] = useState(false);
  if (spans === undefined) {
    return <Bytes base64={bytes} />;
  }
  const shown = isWhole ? spans : spans.slice(0, SHOWN_SPANS);
  return (
    <>
      {shown.map((span) => (
        <LetterSpan key={`${span.trace_id}-${span.span_id}`} span={span} />
      ))}
      {shown.length < spans.length && (
        <p>
          <Button onClick={() => setWhole(true)}>Show all {writeCount(spans.length)} spans</Button>
        </p>
      )}
    </>
  );
}

function LetterSpan({ span }: { readonly span: ShownSpan }) {
  return (
    <section className={styles['span']} aria-label={`Span ${span.span_name}`}>
      <h3>
        <MarkedText text={span.span_name} />
      </h3>
      <CopyButton text={writeJson(span as unknown as Json, 2)} what="the JSON of the span" />
      <LongText text={writeJson(span as unknown as Json, 2)} isAsSent />
    </section>
  );
}

const SHOWN_CHARACTERS = 4000;

/** Shows undecodable bytes in base64. */
function Bytes({ base64 }: { readonly base64: string }) {
  const isCut = base64.length > SHOWN_CHARACTERS;
  return (
    <section className={styles['span']} aria-label="Bytes">
      <h3>The spans cannot be decoded</h3>
      <p className={styles['actions']}>
        <span className="faint">
          {writeBytes(Math.floor((base64.length * 3) / 4))}, in base64
          {isCut && `, of which the first ${writeCount(SHOWN_CHARACTERS)} characters are shown`}
        </span>
        <CopyButton text={base64} what="the bytes in base64" />
      </p>
      <pre className="mono">{base64.slice(0, SHOWN_CHARACTERS)}</pre>
    </section>
  );
}
