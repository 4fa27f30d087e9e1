import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense } from 'react';
import { Problem, Waiting } from '../../parts/answers/answer-states.js';
import { spanIdAt } from '../../trace/outline/outline.js';
import { useOutline } from '../../trace/outline/use-outline.js';

const ConversationTab = lazy(async () => ({
  default: (await import('../../conversation/conversation-tab.js')).ConversationTab,
}));

/** Shows the messages of a turn's model calls inline. Selecting a call opens it on the trace page. */
export function TurnConversation({ traceId }: { readonly traceId: string }): ReactElement {
  const navigate = useNavigate();
  const { data, error, refetch } = useOutline(traceId);
  if (error !== null) {
    return <Problem error={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined || data.isPartial) {
    return <Waiting />;
  }
  const open = (at: number) => {
    const search = { tab: 'conversation', s: spanIdAt(data, at) } as never;
    void navigate({ to: '/traces/$traceId', params: { traceId }, search });
  };
  return (
    <Suspense fallback={<Waiting />}>
      <ConversationTab outline={data} selected={-1} onSelect={open} />
    </Suspense>
  );
}
