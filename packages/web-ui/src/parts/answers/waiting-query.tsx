import { type QueryKey, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Button } from '../button.js';
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
        <Button onClick={() => void query.refetch()}>Continue</Button>
      </Message>
    );
  }
  return <Waiting onCancel={() => void queries.cancelQueries({ queryKey, exact: true })} />;
}
