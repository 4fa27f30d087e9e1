import { useQuery } from '@tanstack/react-query';
import { filterOfActor } from './actor-filter.js';
import { type Actor, type ActorSummary, loadActors } from './load-actors.js';

/** Returns the sums of one session or user over all time; null if nothing of it is stored. */
export function useActorSummary(
  actor: Actor,
  id: string,
  version: number,
): ActorSummary | null | undefined {
  const { data } = useQuery({
    queryKey: ['actor', actor, id, version],
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
