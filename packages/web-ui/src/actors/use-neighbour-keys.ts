import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useFilter } from '../filter-bar/use-filter.js';
import { usePageKeys } from '../parts/keys/page-keys.js';
import { useLatestSignal } from '../parts/use-latest-signal.js';
import { useSearchParameters } from '../url/use-search.js';
import { findNeighbour, type Neighbour } from './find-neighbour.js';
import { type Actor, loadIds } from './load-actors.js';

/**
 * Binds `[` and `]` to the previous and the next session or user in the list. The address specifies the filter and the
 * time window of that list. Returns a message if there is no neighbour.
 */
export function useNeighbourKeys(actor: Actor, id: string): string | undefined {
  const [message, say] = useState<string>();
  const [{ q, w = 'all' }] = useSearchParameters();
  const { filtering, bounds } = useFilter(0);
  const navigate = useNavigate();
  const begin = useLatestSignal(`${actor} ${id} ${q} ${w}`);
  useEffect(() => say(undefined), [actor, id]);
  const shown = w === 'all' ? {} : bounds;
  const open = async (step: -1 | 1, signal: AbortSignal) => {
    const load = loadIds(actor, { filtering, bounds: shown });
    const found = await findNeighbour(id, step, (next) => load(next, signal));
    signal.throwIfAborted();
    if (typeof found === 'string') {
      say(describe(found, actor, step));
      return;
    }
    const search = { ...(q !== undefined && { q }), ...(w !== 'all' && { w }) } as never;
    await navigate({
      to: `/${actor}s/$${actor}Id`,
      params: { [`${actor}Id`]: found.id } as never,
      search,
    });
  };
  const go = (step: -1 | 1) => () => {
    const signal = begin();
    open(step, signal).catch((error: unknown) => signal.aborted || say(String(error)));
  };
  usePageKeys('Neighbours', [
    { key: '[', meaning: `Previous ${actor} of the list`, act: go(-1) },
    { key: ']', meaning: `Next ${actor} of the list`, act: go(1) },
  ]);
  return message;
}

function describe(found: Extract<Neighbour, string>, word: string, step: -1 | 1): string {
  if (found === 'end') {
    return step === 1 ? `This is the last ${word} of the list.` : `This is the first ${word}.`;
  }
  return `This ${word} is not among the first 1000 of the list in its window.`;
}
