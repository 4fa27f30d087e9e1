import type { ProjectAnswer } from '@spanhouse/span-schema/api';
import { useQuery } from '@tanstack/react-query';
import { call } from './call.js';

export type { ProjectAnswer };

/** Returns the project to which the API key belongs; undefined while it loads. */
export function useProject(): ProjectAnswer | undefined {
  const { data } = useQuery({
    queryKey: ['project'],
    queryFn: ({ signal }) => call<ProjectAnswer>('/project', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
