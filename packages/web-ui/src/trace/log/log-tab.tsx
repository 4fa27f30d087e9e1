import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactElement, useEffect, useMemo, useRef } from 'react';
import { dataPaths } from '../../api/json/preview-text.js';
import { queryTraceSpans } from '../../api/query-spans.js';
import { traceKey } from '../../api/trace-key.js';
import { Message } from '../../parts/answers/message.js';
import { Problem } from '../../parts/answers/problem.js';
import { Waiting } from '../../parts/answers/waiting.js';
import { useStore } from '../../parts/store.js';
import { rowHeight } from '../../parts/theme/row-height.js';
import { settings } from '../../parts/theme/settings.js';
import { writeCount } from '../../parts/values/format-number.js';
import { clockOf } from '../../parts/values/format-time.js';
import { MarkedText } from '../../parts/values/marked-text.js';
import { useSearchParameters } from '../../url/use-search.js';
import { indexOfSpan, spanIdAt } from '../outline/span-ids.js';
import type { TraceViewProps } from '../trace-view-props.js';
import styles from './log.module.css';
import { type EntryKind, entryKinds, type LogEntry, logEntriesOf } from './log-entries.js';

const PAGE_SIZE = 500;
const OVERSCAN = 12;
const TEXT_LIMIT = 300;
/** The list loads more when fewer than this number of rows remain below. */
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

/** Log of a trace in order of time. */
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
    <section className={styles['log']}>
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

/** Returns the entries of the spans that are loaded so far. */
function useEntries(traceId: string, hidden: ReadonlySet<string>) {
  const query = useSpansOf(traceId);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const spans = useMemo(() => data?.pages.flatMap((page) => page.spans) ?? [], [data]);
  const entries = useMemo(
    () => logEntriesOf(spans).filter(({ kind }) => !hidden.has(kind)),
    [spans, hidden],
  );
  const mayReadOn = hasNextPage && !isFetchingNextPage && error === null;
  const readOn = () => mayReadOn && void fetchNextPage();
  useEffect(() => {
    // An empty list has no end that could trigger the next read.
    if (mayReadOn && entries.length === 0) {
      void fetchNextPage();
    }
  }, [mayReadOn, entries, fetchNextPage]);
  const isComplete = data !== undefined && !hasNextPage;
  const retry = () => void query.refetch();
  return { entries, read: spans.length, isComplete, error, retry, readOn };
}

function useSpansOf(traceId: string) {
  return useInfiniteQuery({
    queryKey: traceKey('log', traceId),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: next, signal }) => {
      const windowing = next === undefined ? { limit: PAGE_SIZE, order: 'ascending' } : { next };
      return queryTraceSpans(traceId, { windowing, projection }, { signal });
    },
    getNextPageParam: ({ next }) => next,
  });
}

interface EntriesProps {
  readonly entries: readonly LogEntry[];
  readonly selectedId: string | undefined;
  readonly onSelect: (spanId: string) => void;
  /** Called when the end of the list is near. */
  readonly onEnd: () => void;
}

function Entries({ entries, selectedId, onSelect, onEnd }: EntriesProps): ReactElement {
  const zone = useStore(settings.timeZone);
  const room = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: entries.length,
    getScrollElement: () => room.current,
    estimateSize: () => rowHeight('tree'),
    overscan: OVERSCAN,
  });
  const items = list.getVirtualItems();
  const isAtEnd = (items.at(-1)?.index ?? 0) + END_ROWS >= entries.length;
  useEffect(() => {
    if (isAtEnd) {
      onEnd();
    }
  });
  return (
    <div className={styles['room']} ref={room}>
      <ol aria-label="Log" style={{ height: list.getTotalSize() }}>
        {items.map(({ index, start }) => {
          // Spans that are loaded later may insert entries between the existing ones.
          const { id, kind, time, timeText, span, text } = entries[index] as LogEntry;
          const { seconds, ms } = clockOf(time, zone);
          return (
            <li
              key={id}
              aria-setsize={entries.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <button
                type="button"
                className={span.span_id === selectedId ? styles['selected'] : ''}
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
