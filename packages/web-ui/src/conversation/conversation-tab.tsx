import { buildThread } from '@spanhouse/trace-insight/message-thread';
import { type ReactElement, useMemo, useState } from 'react';
import { Message } from '../parts/answers/message.js';
import { Problem } from '../parts/answers/problem.js';
import { Waiting } from '../parts/answers/waiting.js';
import { Button } from '../parts/button.js';
import { writeCount } from '../parts/values/format-number.js';
import { indexOfSpan, spanIdAt } from '../trace/outline/span-ids.js';
import type { TraceViewProps } from '../trace/trace-view-props.js';
import { CallTurn } from './call-turn.js';
import styles from './conversation.module.css';
import { useModelCalls } from './reading/load-calls.js';
import { modelCallsOf } from './reading/model-calls.js';
import { identityOf } from './reading/read-messages.js';
import { useToolLinks } from './use-tool-links.js';

/** The messages of all model calls of a trace in order. Each call only shows new messages and its answer. */
export function ConversationTab(props: TraceViewProps): ReactElement {
  const { outline, selected, onSelect } = props;
  const [isAsSent, setAsSent] = useState(false);
  const places = useMemo(() => modelCallsOf(outline), [outline]);
  const spanIds = useMemo(() => places.map((at) => spanIdAt(outline, at) ?? ''), [outline, places]);
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
  if (places.length === 0) {
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
            total={places.length}
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
            Show more of {writeCount(places.length)} calls
          </Button>
        </div>
      )}
    </section>
  );
}
