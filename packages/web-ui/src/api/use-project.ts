import { useQuery } from '@tanstack/react-query';
import { call } from './call.js';

/** The answer of `GET /project`; see docs/api/README.md. */
export interface ProjectAnswer {
  readonly project: { readonly id: string; readonly name: string };
  readonly permissions: readonly string[];
  /** The key of the request; absent in open mode. */
  readonly key?: { readonly prefix: string; readonly name?: string };
  readonly auth_mode: 'open' | 'keys';
  readonly ingest: {
    readonly json?: string;
    readonly otlp_http?: string;
    readonly otlp_grpc?: string;
  };
}

/** Returns the project of the key; undefined until it is known. */
export function useProject(): ProjectAnswer | undefined {
  const { data } = useQuery({
    queryKey: ['project'],
    queryFn: ({ signal }) => call<ProjectAnswer>('/project', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data;
}
