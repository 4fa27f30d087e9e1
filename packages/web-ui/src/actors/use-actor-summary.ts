import { useQuery } from '@tanstack/react-query';
import { useKeptAnswer } from '../parts/answers/use-kept-answer.js';
import { filterOfActor } from './actor-filter.js';
import { type Actor, type ActorSummary, loadActors } from './load-actors.js';

interface Asked {
  /** A new version asks again. */
  readonly version: string;
  readonly mayBegin: boolean;
}

/** The sums of one session or user, and when they were read if the service does not answer. */
interface ActorSums {
  /** Null if nothing is stored, undefined until that is known. */
  readonly summary: ActorSummary | null | undefined;
  readonly error: Error | null;
  readonly readAt: string | undefined;
}

/** Reads the sums of one session or user over all time. */
export function useActorSummary(actor: Actor, id: string, { version, mayBegin }: Asked): ActorSums {
  const query = useQuery({
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
  const { data: summary, error, readAt } = useKeptAnswer(query, `${actor} ${id}`);
  return { summary, error, readAt };
}
