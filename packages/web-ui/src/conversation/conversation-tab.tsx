import { buildThread } from '@spanhouse/trace-insight/message-thread';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactElement, useMemo, useState } from 'react';
import { parseLargeJson } from '../api/json/parse-large-json.js';
import { queryTraceSpans } from '../api/query-spans.js';
import { traceKey } from '../api/trace-key.js';
import { Message, Problem, Waiting } from '../parts/answers/answer-states.js';
import { Button } from '../parts/button.js';
import { writeCount } from '../parts/values/write-value.js';
import { indexOfSpan, spanIdAt } from '../trace/outline/outline.js';
import type { TraceViewProps } from '../trace/trace-view-props.js';
import { CallTurn } from './call-turn.js';
import styles from './conversation.module.css';
import { modelCallsOf } from './reading/model-calls.js';
import { identityOf } from './reading/read-messages.js';
import { toCall } from './reading/to-call.js';
import { useToolLinks } from './use-tool-links.js';

/**
 * Shows the messages of all model calls in a trace, in order. For each call, only the new messages and the answer are
 * shown.
 */
export function ConversationTab(props: TraceViewProps): ReactElement {
  const { outline, selected, onSelect } = props;
  const [isAsSent, setAsSent] = useState(false);
  const positions = useMemo(() => modelCallsOf(outline), [outline]);
  const spanIds = useMemo(
    () => positions.map((at) => spanIdAt(outline, at) ?? ''),
    [outline, positions],
  );
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useModelCalls(
    outline.traceId,
    spanIds,
  );
  const calls = useMemo(() => data?.pages.flat() ?? [], [data]);
  const turns = useMemo(() => {
    const texts = calls.map(({ inputs, outputs }) => ({
      inputs: inputs.map(identityOf),
      outputs: outputs.map(identityOf),
    }));
    return buildThread(texts);
  }, [calls]);
  const links = useToolLinks(outline, calls, onSelect);
  if (positions.length === 0) {
    return (
      <Message title="This trace has no conversation.">
        <p>It has no model call, and its root has neither an input nor an output.</p>
      </Message>
    );
  }
  return (
    <section className={styles['thread']} aria-label="Conversation">
      <div className={styles['more']}>
        <Button aria-pressed={isAsSent} onClick={() => setAsSent(!isAsSent)}>
          Without formatting
        </Button>
      </div>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Waiting />}
      {calls.map((call, number) => {
        const at = indexOfSpan(outline, call.span.span_id);
        return (
          <CallTurn
            key={call.span.span_id}
            calls={calls}
            number={number}
            total={positions.length}
            turn={turns[number] ?? { base: -1, steps: [] }}
            isSelected={at === selected}
            isAsSent={isAsSent}
            onSelect={() => onSelect(at)}
            {...links}
          />
        );
      })}
      {hasNextPage && (
        <div className={styles['more']}>
          <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more of {writeCount(positions.length)} calls
          </Button>
        </div>
      )}
    </section>
  );
}

/** Number of model calls that one request reads. */
const PAGE_SIZE = 20;

/**
 * Number of levels of an answer that are always parsed: the answer, its list of spans, the spans, and lists in spans
 * such as events and links.
 */
const LIST_LEVELS = 4;

/** Reads a trace's model calls by their ids, in batches of twenty. */
function useModelCalls(traceId: string, spanIds: readonly string[]) {
  return useInfiniteQuery({
    queryKey: traceKey('calls', traceId, spanIds),
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }) => {
      const wanted = spanIds.slice(pageParam, pageParam + PAGE_SIZE);
      const conditions = [{ field: 'span_id', operator: 'in', value: wanted }];
      const query = { conditions, windowing: { limit: PAGE_SIZE } };
      const { spans } = await queryTraceSpans(traceId, query, {
        signal,
        read: (text) => parseLargeJson(text, { levels: LIST_LEVELS, signal }),
      });
      const byId = new Map(spans.map((span) => [span.span_id, span]));
      return wanted.flatMap((id) => {
        const span = byId.get(id);
        return span === undefined ? [] : [toCall(span)];
      });
    },
    getNextPageParam: (_page, _pages, from: number) =>
      from + PAGE_SIZE < spanIds.length ? from + PAGE_SIZE : undefined,
  });
}
