/** Unfolds the ancestors of a row. */
export function unfoldTo(
  folded: ReadonlySet<number>,
  row: number,
  parent: Int32Array,
): ReadonlySet<number> {
  const next = new Set(folded);
  for (let above = parent[row] ?? -1; above >= 0; above = parent[above] ?? -1) {
    next.delete(above);
  }
  return next;
}

/** Folds or unfolds a row. */
export function toggleFold(folded: ReadonlySet<number>, row: number): ReadonlySet<number> {
  const next = new Set(folded);
  if (!next.delete(row)) {
    next.add(row);
  }
  return next;
}
