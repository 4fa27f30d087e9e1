import { mapStream } from '@spanhouse/service-runtime';
import type { PageStream } from '../trace-reader.js';

/** Turns ranked traces into the items of a list. */
interface Opening<Ranked, Item> {
  /** Yields the items of traces in their order. Traces that were removed after they were ranked are omitted. */
  readonly open: (ranked: readonly Ranked[]) => AsyncGenerator<readonly Item[]>;
  /** Receives the last opened trace. */
  readonly onOpened: (last: Ranked) => void;
}

/**
 * Streams up to `limit` items of ranked traces, and returns whether more traces follow. A removed trace does not count,
 * so a list that reaches its limit always has a last item after which the next page begins.
 */
export async function* openUpTo<Ranked, Item>(
  limit: number,
  batches: AsyncIterable<readonly Ranked[]>,
  { open, onOpened }: Opening<Ranked, Item>,
): PageStream<Item> {
  let left = limit;
  for await (const batch of batches) {
    for (let rest = batch; rest.length > 0; ) {
      if (left === 0) {
        return true;
      }
      const part = rest.slice(0, left);
      rest = rest.slice(part.length);
      yield* mapStream(open(part), (items) => {
        left -= items.length;
        return items;
      });
      onOpened(part.at(-1) as Ranked);
    }
  }
  return false;
}
