import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense } from 'react';
import { previewOf } from '../../api/json/preview-text.js';
import { querySpans } from '../../api/query-spans.js';
import type { Json, PreviewText } from '../../api/shown-span.js';
import { nameOfTrace, type TraceSummary } from '../../api/trace-summary.js';
import { MarkdownText } from '../../conversation/content/markdown-text.js';
import { Waiting } from '../../parts/answers/answer-states.js';
import { PlainButton } from '../../parts/button.js';
import { useStore } from '../../parts/store.js';
import { settings } from '../../parts/theme/settings.js';
import { clockOf, dayOf, nowNs, readTime, shortDayOf } from '../../parts/values/format-time.js';
import {
  MarkedText,
  writeCost,
  writeCount,
  writeCounted,
  writeDuration,
  writeExactDuration,
} from '../../parts/values/write-value.js';
import styles from './turns.module.css';

const TurnConversation = lazy(async () => ({
  default: (await import('./turn-conversation.js')).TurnConversation,
}));

interface TurnProps {
  readonly turn: TraceSummary;
  /** Position among the turns, starting at 1. `total` is -1 until the number of turns is known. */
  readonly position: number;
  readonly total: number;
  /** True if the conversation is shown below the turn. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onFocus: () => void;
}

/** One trace: its time, input, output, duration and cost. */
export function Turn({
  turn,
  position,
  total,
  isOpen,
  onToggle,
  onFocus,
}: TurnProps): ReactElement {
  const zone = useStore(settings.timeZone);
  const { trace_id: traceId, start_time: start, input, output, failed } = turn;
  const ns = BigInt(turn.duration_ns);
  const { tokens, costs } = turn;
  const { seconds } = clockOf(readTime(start), zone);
  const isToday = dayOf(readTime(start), zone) === dayOf(nowNs(), zone);
  return (
    <article
      className={styles['turn']}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: The articles of a feed are focusable, so that keys can move between them.
      tabIndex={0}
      aria-posinset={position}
      aria-setsize={total}
      aria-labelledby={`turn-${traceId}`}
      onFocus={onFocus}
    >
      <h3 id={`turn-${traceId}`}>
        <time
          className="mono faint"
          dateTime={start}
          title={`${dayOf(readTime(start), zone)}, ${start}`}
        >
          {seconds}
        </time>{' '}
        <span>
          <Preview preview={input} fallback={nameOfTrace(turn)} />
        </span>
      </h3>
      {output !== undefined && (
        <div className={styles['output']}>
          <Answer preview={output} />
        </div>
      )}
      {output === undefined && failed > 0 && (
        <p className={styles['output']}>
          <FailedAnswer turn={turn} />
        </p>
      )}
      <p className={styles['facts']}>
        {!isToday && <span>{shortDayOf(readTime(start), zone)}</span>}
        <span className={`cut ${styles['name']}`} title={nameOfTrace(turn)}>
          <MarkedText text={nameOfTrace(turn)} />
        </span>
        <span title={writeExactDuration(ns)}>{writeDuration(ns)}</span>
        {(tokens.total ?? 0) > 0 && <span>{writeCount(tokens.total ?? 0)} tok</span>}
        {(costs.total ?? 0) > 0 && (
          <span title={String(costs.total)}>{writeCost(costs.total ?? 0)} USD</span>
        )}
        {failed > 0 && <span className="bad">{writeCounted(failed, 'failed span')}</span>}
        <Link to="/traces/$traceId" params={{ traceId }}>
          trace
        </Link>
        <PlainButton aria-expanded={isOpen} onClick={onToggle}>
          conversation
        </PlainButton>
      </p>
      {isOpen && (
        <Suspense fallback={<Waiting />}>
          <TurnConversation traceId={traceId} />
        </Suspense>
      )}
    </article>
  );
}

interface PreviewProps {
  readonly preview: PreviewText | undefined;
  readonly fallback: string;
}

function Preview({ preview, fallback }: PreviewProps): ReactElement {
  const text = preview?.text ?? fallback;
  return (
    <>
      <MarkedText text={text} />
      <Rest preview={preview} />
    </>
  );
}

/** Shows the output of a turn as readable text. Structured data is shown unchanged. */
function Answer({ preview }: { readonly preview: PreviewText }): ReactElement {
  const isData = /^[{[]/.test(preview.text);
  return (
    <>
      {isData ? <MarkedText text={preview.text} /> : <MarkdownText text={preview.text} />}
      <Rest preview={preview} />
    </>
  );
}

/** Shows the length of the whole value if the preview is truncated. */
function Rest({ preview }: { readonly preview: PreviewText | undefined }): ReactElement | null {
  const { text = '', length = 0 } = preview ?? {};
  return length > [...text].length ? (
    <span className="faint"> … {writeCount(length)} characters</span>
  ) : null;
}

/** Shorter pauses between turns are not shown. */
const MIN_GAP_NS = 600_000_000_000n;

interface GapProps {
  readonly before: TraceSummary | undefined;
  readonly after: TraceSummary;
}

/** Shows the pause between two turns if it lasts at least ten minutes. */
export function Gap({ before, after }: GapProps): ReactElement | null {
  if (before === undefined) {
    return null;
  }
  const [first, second] = before.start_time < after.start_time ? [before, after] : [after, before];
  const pause = readTime(second.start_time) - readTime(first.end_time);
  return pause < MIN_GAP_NS ? null : (
    <p className={styles['gap']}>a pause of {writeDuration(pause)}</p>
  );
}

/**
 * Shows why a turn has no answer. The reason comes from the failed span that started last: errors propagate to
 * ancestors, which start earlier.
 */
function FailedAnswer({ turn }: { readonly turn: TraceSummary }): ReactElement {
  const { trace_id: traceId, duration_ns: length } = turn;
  const { data } = useQuery({
    queryKey: ['failed span', traceId, turn.failed],
    queryFn: ({ signal }) => newestFailure(traceId, signal),
  });
  const message = previewOf(data?.status_message as Json | undefined);
  const isCut = message !== undefined && message.length > [...message.text].length;
  const text = isCut
    ? `${message.text} … (${writeCount(message.length)} characters)`
    : message?.text;
  const where = data ? `${text ?? 'no message'} in ${data.span_name}` : undefined;
  return (
    <span className="bad">
      (failed after {writeDuration(BigInt(length))}
      {where !== undefined && ': '}
      {where !== undefined && <MarkedText text={where} />})
    </span>
  );
}

/** Maximum number of characters to show from the error message. The trace page shows the complete message. */
const TEXT_LIMIT = 300;

async function newestFailure(traceId: string, signal: AbortSignal) {
  const conditions = [
    { field: 'trace_id', operator: 'is', value: traceId },
    { field: 'status_code', operator: 'is', value: 'STATUS_CODE_ERROR' },
  ];
  const body = {
    filtering: { operator: 'and', conditions },
    windowing: { limit: 1, order: 'descending' },
    projection: { members: ['span_name', 'status_message'], text_limit: TEXT_LIMIT },
  };
  const { spans } = await querySpans(body, { signal });
  return spans[0] ?? null;
}
