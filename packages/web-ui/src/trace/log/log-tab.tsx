import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useMemo, useRef } from 'react';
import { dataPaths, dataPreview } from '../../api/json/preview-text.js';
import { queryTraceSpans } from '../../api/query-spans.js';
import { type ShownSpan, type SpanEvent, textAt } from '../../api/shown-span.js';
import { traceKey } from '../../api/trace-key.js';
import { Message, Problem, Waiting } from '../../parts/answers/answer-states.js';
import { heightOfRows, topOfRow } from '../../parts/lists/row-layout.js';
import { useRowWindow } from '../../parts/lists/use-row-window.js';
import { useStore } from '../../parts/store.js';
import { rowHeight } from '../../parts/theme/row-height.js';
import { settings } from '../../parts/theme/settings.js';
import { clockOf, readTime } from '../../parts/values/format-time.js';
import { MarkedText, writeCount } from '../../parts/values/write-value.js';
import { useSearchParameters } from '../../url/use-search.js';
import { indexOfSpan, spanIdAt } from '../outline/outline.js';
import type { TraceViewProps } from '../trace-view-props.js';
import styles from './log.module.css';

const PAGE_SIZE = 500;
const OVERSCAN = 12;
const TEXT_LIMIT = 300;
/** The list loads more entries when fewer than this number of rows remain below the visible rows. */
const END_ROWS = 50;

const projection = {
  members: ['span_name', 'start_time', 'end_time', 'status_code', 'status_message', 'events'],
  previews: dataPaths,
  text_limit: TEXT_LIMIT,
};

const kindNames: Readonly<Record<EntryKind, string>> = {
  input: 'Inputs',
  output: 'Outputs',
  event: 'Events',
  exception: 'Exceptions',
};

/** Log of a trace: its messages, results and errors in chronological order. */
export function LogTab({ outline, selected, onSelect }: TraceViewProps): ReactElement {
  const [{ hide }, change] = useSearchParameters();
  const hidden = useMemo(() => new Set(hide?.split('.')), [hide]);
  const { entries, read, isComplete, error, retry, readOn } = useEntries(outline.traceId, hidden);
  const isEmpty = entries.length === 0 && error === null;
  const toggle = (kind: EntryKind) => {
    const next = entryKinds.filter((each) => hidden.has(each) !== (each === kind));
    change({ hide: next.length === 0 ? undefined : next.join('.') });
  };
  return (
    <section className="headed">
      <fieldset className={styles['tools']} aria-label="What the log shows">
        {entryKinds.map((kind) => (
          <label key={kind}>
            <input type="checkbox" checked={!hidden.has(kind)} onChange={() => toggle(kind)} />{' '}
            {kindNames[kind]}
          </label>
        ))}
        <span role="status" className="quiet">
          {!isComplete &&
            read > 0 &&
            `${writeCount(read)} of ${writeCount(outline.stored)} spans are read; scroll to the end to read on`}
        </span>
      </fieldset>
      {error !== null && <Problem error={error} onRetry={retry} />}
      {isEmpty && (isComplete ? <Message title="Nothing was recorded." /> : <Waiting />)}
      {entries.length > 0 && (
        <Entries
          entries={entries}
          selectedId={spanIdAt(outline, selected)}
          onSelect={(id) => onSelect(indexOfSpan(outline, id))}
          onEnd={readOn}
        />
      )}
    </section>
  );
}

/** Returns the log entries of all spans that have been loaded so far. */
function useEntries(traceId: string, hidden: ReadonlySet<string>) {
  const query = useInfiniteQuery({
    queryKey: traceKey('log', traceId),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: next, signal }) => {
      const windowing = next === undefined ? { limit: PAGE_SIZE, order: 'ascending' } : { next };
      return queryTraceSpans(traceId, { windowing, projection }, { signal });
    },
    getNextPageParam: ({ next }) => next,
  });
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const spans = useMemo(() => data?.pages.flatMap((page) => page.spans) ?? [], [data]);
  const entries = useMemo(
    () => logEntriesOf(spans).filter(({ kind }) => !hidden.has(kind)),
    [spans, hidden],
  );
  const mayReadOn = hasNextPage && !isFetchingNextPage && error === null;
  const readOn = () => mayReadOn && void fetchNextPage();
  useEffect(() => {
    // An empty list cannot be scrolled to its end, so the next read is started here.
    if (mayReadOn && entries.length === 0) {
      void fetchNextPage();
    }
  }, [mayReadOn, entries, fetchNextPage]);
  const isComplete = data !== undefined && !hasNextPage;
  const retry = () => void query.refetch();
  return { entries, read: spans.length, isComplete, error, retry, readOn };
}

interface EntriesProps {
  readonly entries: readonly LogEntry[];
  readonly selectedId: string | undefined;
  readonly onSelect: (spanId: string) => void;
  /** Called when the user scrolls near the end of the list. */
  readonly onEnd: () => void;
}

function Entries({ entries, selectedId, onSelect, onEnd }: EntriesProps): ReactElement {
  const zone = useStore(settings.timeZone);
  const room = useRef<HTMLDivElement>(null);
  const layout = { count: entries.length, height: rowHeight('tree') };
  const { first, end } = useRowWindow(layout, { room, overscan: OVERSCAN });
  const isAtEnd = end + END_ROWS > entries.length;
  useEffect(() => {
    if (isAtEnd) {
      onEnd();
    }
  });
  return (
    <div className={styles['room']} ref={room}>
      <ol aria-label="Log" style={{ height: heightOfRows(layout) }}>
        {/* Spans that are loaded later may insert entries between the existing ones. */}
        {entries.slice(first, end).map(({ id, kind, time, timeText, span, text }, at) => {
          const index = first + at;
          const { seconds, ms } = clockOf(time, zone);
          return (
            <li
              key={id}
              aria-setsize={entries.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${topOfRow(layout, index)}px)` }}
            >
              <button
                type="button"
                className={`bare ${span.span_id === selectedId ? styles['selected'] : ''}`}
                onClick={() => onSelect(span.span_id)}
              >
                <time className="mono" dateTime={timeText} title={timeText}>
                  {seconds}
                  {ms}
                </time>
                <span className={kind === 'exception' ? 'bad' : 'faint'}>{kind}</span>
                <b className="cut" title={span.span_name}>
                  <MarkedText text={span.span_name} />
                </b>
                <span className="cut quiet">
                  <MarkedText text={text} />
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

const entryKinds = ['input', 'output', 'event', 'exception'] as const;
type EntryKind = (typeof entryKinds)[number];

/** An entry in the log of a trace: a message, a result or an error. */
type LogEntry = ReturnType<typeof entriesOf>[number];

/** Returns the spans' messages, results and errors in chronological order. */
export function logEntriesOf(spans: readonly ShownSpan[]): readonly LogEntry[] {
  const entries = spans.flatMap(entriesOf);
  return entries.sort((one, other) => (one.time < other.time ? -1 : one.time > other.time ? 1 : 0));
}

function entriesOf(span: ShownSpan) {
  const { start_time: start, end_time: end, events = [] } = span;
  const entry = (part: string, timeText: string, text: string) => ({
    /** Id that is unique within the trace. */
    id: `${span.span_id} ${part}`,
    /** Time of the entry in ns since 1970. `timeText` is the string for this time in the API's response. */
    time: readTime(timeText),
    timeText,
    span,
    text,
  });
  const payload = (kind: 'input' | 'output', time: string) => {
    const text = dataPreview(span, `ag.data.${kind}s`)?.text;
    return text === undefined ? [] : [{ ...entry(kind, time, text), kind }];
  };
  const recorded = events.map((event, at) => ({
    ...entry(`event ${at}`, event.timestamp, textOf(event)),
    kind: event.name === 'exception' ? ('exception' as const) : ('event' as const),
  }));
  return [...payload('input', start), ...payload('output', end), ...recorded];
}

function textOf({ name, attributes }: SpanEvent): string {
  const said = ['type', 'message'].map(
    (part) =>
      textAt(attributes, `exception.${part}`) ?? textAt(attributes, 'exception', part) ?? [],
  );
  return said.flat().join(': ') || name;
}
