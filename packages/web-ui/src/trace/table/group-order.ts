import type { SpanGroup } from './span-groups.js';

/** The column that orders the groups of a table. */
export interface GroupOrder {
  readonly by: keyof SpanGroup;
  readonly direction: 'ascending' | 'descending';
}

const columns: readonly (keyof SpanGroup)[] = [
  'name',
  'count',
  'sum',
  'self',
  'p50',
  'p95',
  'path',
  'tokens',
  'cost',
  'failed',
];

/** Reads the order of an address: a column, with `.up` for the order that it does not have at first. */
export function readGroupOrder(text: string | undefined): GroupOrder {
  const [name, mark] = text?.split('.') ?? [];
  const by = columns.find((column) => column === name) ?? 'sum';
  return { by, direction: mark === 'up' ? turned(firstDirection(by)) : firstDirection(by) };
}

/** Returns the order after a column is chosen, as an address writes it. The same column turns its order. */
export function nextGroupOrder(order: GroupOrder, by: keyof SpanGroup): string {
  const isFirst = order.direction === firstDirection(by);
  return order.by === by && isFirst ? `${by}.up` : by;
}

/** Names begin with A, numbers with the largest. */
function firstDirection(by: keyof SpanGroup): GroupOrder['direction'] {
  return by === 'name' ? 'ascending' : 'descending';
}

function turned(direction: GroupOrder['direction']): GroupOrder['direction'] {
  return direction === 'ascending' ? 'descending' : 'ascending';
}

export function orderGroups(
  groups: readonly SpanGroup[],
  { by, direction }: GroupOrder,
): readonly SpanGroup[] {
  const ascending = groups.toSorted((one, other) =>
    by === 'name' ? one.name.localeCompare(other.name) : Number(one[by]) - Number(other[by]),
  );
  return direction === 'ascending' ? ascending : ascending.reverse();
}
