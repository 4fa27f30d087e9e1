import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactElement, Suspense } from 'react';
import { loadOutline } from '../outline/load-outline.js';
import { Problem } from '../parts/problem.js';
import { Waiting } from '../parts/waiting.js';

const ConversationTab = lazy(async () => ({
  default: (await import('../conversation/conversation-tab.js')).ConversationTab,
}));

/** What the models of a turn saw and answered, in its place. Choosing a call opens it in the trace. */
export function TurnConversation({ traceId }: { readonly traceId: string }): ReactElement {
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    queryKey: ['outline', traceId],
    queryFn: ({ signal }) => loadOutline(traceId, signal),
    structuralSharing: false,
  });
  if (error !== null) {
    return <Problem error={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined) {
    return <Waiting />;
  }
  const open = (at: number) => {
    const search = { tab: 'conversation', s: data.spanIds[at] } as never;
    void navigate({ to: '/traces/$traceId', params: { traceId }, search });
  };
  return (
    <Suspense fallback={<Waiting />}>
      <ConversationTab outline={data} selected={-1} onSelect={open} />
    </Suspense>
  );
}
