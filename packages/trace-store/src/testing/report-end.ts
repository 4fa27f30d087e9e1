import type { SpanSelection, StreamOptions } from '../trace-reader.js';

interface ListEnd {
  readonly selection: SpanSelection;
  readonly hasMore: boolean;
  /** The time of the last item. */
  readonly last: bigint | undefined;
}

/** Reports the search progress of a list when the list ends. */
export function reportEnd(
  { selection: { order, oldest, newest }, hasMore, last }: ListEnd,
  onSearched: StreamOptions['onSearched'],
): void {
  const bound = order === 'ascending' ? newest : oldest;
  const end = hasMore ? last : (bound ?? last);
  if (end !== undefined) {
    onSearched?.(end);
  }
}
