import type { SpanGroup } from './span-groups.js';

/** Sort column and direction of the groups in a table. */
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

/** Parses the order in an address: a column, with `.up` for the reverse of its default direction. */
export function readGroupOrder(text: string | undefined): GroupOrder {
  const [name, mark] = text?.split('.') ?? [];
  const by = columns.find((column) => column === name) ?? 'sum';
  return { by, direction: mark === 'up' ? turned(firstDirection(by)) : firstDirection(by) };
}

/**
 * Returns the order after a click on a column, as written in an address. A click on the current column reverses the
 * order.
 */
export function nextGroupOrder(order: GroupOrder, by: keyof SpanGroup): string {
  const isFirst = order.direction === firstDirection(by);
  return order.by === by && isFirst ? `${by}.up` : by;
}

/** Returns the default direction: names ascending, numbers descending. */
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
