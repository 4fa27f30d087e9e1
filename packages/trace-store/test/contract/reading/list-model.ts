import type { SpanSelection } from '@spanhouse/trace-store/reader';
import {
  type History,
  nameOf,
  offsetOf,
  partitionOf,
  spanIdOf,
  startOf,
  traceIdOf,
  type Write,
} from './any-history.js';

/** Computes the expected list of spans, directly from the description of the seam. */
export function modelSpans(history: History, selection: SpanSelection): readonly string[] {
  const selected = currentOf(history).filter((write) => isSelected(write, selection));
  return inOrder(selected, keyOf, selection).map(
    (write) => `${traceIdOf(write)} ${spanIdOf(write)} ${nameOf(write)}`,
  );
}

export function modelTraces(history: History, selection: SpanSelection): readonly object[] {
  const current = currentOf(history);
  const ranks = new Map<string, bigint>();
  for (const write of current.filter((candidate) => isSelected(candidate, selection))) {
    const known = ranks.get(traceIdOf(write));
    if (known === undefined || startOf(write) > known) {
      ranks.set(traceIdOf(write), startOf(write));
    }
  }
  return inOrder([...ranks], ([id, rank]) => `${rank} ${id}`, selection).map(
    ([trace_id, rank]) => ({
      rank,
      trace_id,
      spans: current
        .filter((write) => traceIdOf(write) === trace_id)
        .toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1))
        .map((write) => `${spanIdOf(write)} ${nameOf(write)}`),
    }),
  );
}

function currentOf(history: History): readonly Write[] {
  const current = new Map<string, Write>();
  for (const write of history.filter(({ isDeleted }) => !isDeleted)) {
    const id = traceIdOf(write) + spanIdOf(write);
    const known = current.get(id);
    if (known === undefined || known.received < write.received) {
      current.set(id, write);
    }
  }
  return [...current.values()];
}

function isSelected(write: Write, selection: SpanSelection): boolean {
  const { filter, oldest, newest, order, ratePercent, snapshot } = selection;
  const start = startOf(write);
  const isAscending = order === 'ascending';
  const end = snapshot[partitionOf(write)];
  const sample = Number.parseInt(traceIdOf(write).slice(0, 8), 16) % 100;
  return (
    (filter === undefined || write.kind === 'SPAN_KIND_SERVER') &&
    (oldest === undefined || (isAscending ? start > oldest : start >= oldest)) &&
    (newest === undefined || (isAscending ? start <= newest : start < newest)) &&
    (ratePercent === undefined || sample < ratePercent) &&
    (end === undefined || offsetOf(write) < end)
  );
}

/** All starts have equally many digits, so texts sort like numbers. */
function keyOf(write: Write): string {
  return `${startOf(write)} ${traceIdOf(write)} ${spanIdOf(write)}`;
}

function inOrder<Item>(
  items: readonly Item[],
  key: (item: Item) => string,
  { order }: SpanSelection,
): readonly Item[] {
  const direction = order === 'ascending' ? 1 : -1;
  return items.toSorted((left, right) => (key(left) < key(right) ? -direction : direction));
}
