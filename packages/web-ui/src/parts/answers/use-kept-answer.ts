import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isOffline } from '../../api/api-problem.js';
import { toIso } from '../values/format-time.js';

type Query<Data> = Pick<
  UseQueryResult<Data>,
  'data' | 'error' | 'dataUpdatedAt' | 'isPlaceholderData'
>;

/**
 * Returns the current answer. While the service does not respond, returns the previous answer to the same question,
 * even if a relative window has moved. `readAt` is the time of a previous answer, and undefined for a current one.
 */
export function useKeptAnswer<Data>(query: Query<Data>, question: string) {
  const { data, error, dataUpdatedAt, isPlaceholderData } = query;
  const kept = useRef<{ question: string; data: Data; atMs: number }>(undefined);
  useEffect(() => {
    if (data !== undefined && !isPlaceholderData) {
      kept.current = { question, data, atMs: dataUpdatedAt };
    }
  }, [question, data, dataUpdatedAt, isPlaceholderData]);
  const earlier = kept.current;
  return isOffline(error) && earlier !== undefined && earlier.question === question
    ? { data: earlier.data, error: null, readAt: toIso(earlier.atMs) }
    : { data, error, readAt: undefined };
}
