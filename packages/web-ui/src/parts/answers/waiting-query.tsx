import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Message } from './message.js';
import { Waiting } from './waiting.js';

interface WaitingQueryProps {
  /** A query without an answer. */
  readonly query: Pick<UseQueryResult, 'fetchStatus' | 'refetch'>;
  readonly queryKey: QueryKey;
}

/**
 * Placeholder of a page whose only query is running. The user can cancel the query, in the store too, and continue it
 * later.
 */
export function WaitingQuery({ query, queryKey }: WaitingQueryProps): ReactElement {
  const queries = useQueryClient();
  if (query.fetchStatus === 'idle') {
    return (
      <Message title="Cancelled.">
        <button type="button" className="button" onClick={() => void query.refetch()}>
          Continue
        </button>
      </Message>
    );
  }
  return <Waiting onCancel={() => void queries.cancelQueries({ queryKey, exact: true })} />;
}
