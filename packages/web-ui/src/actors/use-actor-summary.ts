import { useQuery } from '@tanstack/react-query';
import { filterOfActor } from './actor-filter.js';
import { type Actor, type ActorSummary, loadActors } from './load-actors.js';

interface Asked {
  /** A new version asks again. */
  readonly version: number;
  readonly mayBegin: boolean;
}

/** Returns the sums of one session or user over all time; null if nothing of it is stored. */
export function useActorSummary(
  actor: Actor,
  id: string,
  { version, mayBegin }: Asked,
): ActorSummary | null | undefined {
  const { data } = useQuery({
    queryKey: ['actor', actor, id, version],
    enabled: mayBegin,
    queryFn: async ({ signal }) => {
      const load = loadActors(actor, { filtering: filterOfActor(actor, id), bounds: {} });
      const { rows } = await load(undefined, signal);
      return rows.find((row) => row.id === id) ?? null;
    },
    placeholderData: (before) => (before?.id === id ? before : undefined),
    staleTime: 0,
  });
  return data;
}
