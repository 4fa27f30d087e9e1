import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isOffline } from '../../api/api-problem.js';
import { isoOf } from '../values/milliseconds.js';

type Query<Data> = Pick<
  UseQueryResult<Data>,
  'data' | 'error' | 'dataUpdatedAt' | 'isPlaceholderData'
>;

/** The shown answer of a query, and its time if the last request failed. */
interface KeptAnswer<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly readAt: string | undefined;
}

/** Keeps the answer to a question while the service does not answer, even after a relative window has moved. */
export function useKeptAnswer<Data>(query: Query<Data>, question: string): KeptAnswer<Data> {
  const { data, error, dataUpdatedAt, isPlaceholderData } = query;
  const kept = useRef<{ question: string; data: Data; atMs: number }>(undefined);
  useEffect(() => {
    if (data !== undefined && !isPlaceholderData) {
      kept.current = { question, data, atMs: dataUpdatedAt };
    }
  }, [question, data, dataUpdatedAt, isPlaceholderData]);
  const earlier = kept.current;
  return isOffline(error) && earlier !== undefined && earlier.question === question
    ? { data: earlier.data, error: null, readAt: isoOf(earlier.atMs) }
    : { data, error, readAt: undefined };
}
