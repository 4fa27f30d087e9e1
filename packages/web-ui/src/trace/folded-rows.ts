/** More spans are not written into an address. */
const MAX_WRITTEN = 100;

/** Reads the ids of folded spans, which dots part. Ids that the trace does not have are left out. */
export function readFolded(
  text: string | undefined,
  spanIds: readonly string[],
): ReadonlySet<number> {
  const ids = new Set(text?.split('.'));
  return text === undefined
    ? new Set()
    : new Set([...spanIds.keys()].filter((at) => ids.has(spanIds[at] ?? '')));
}

/** Writes the ids of folded spans; undefined if there are none, or more than an address can hold. */
export function writeFolded(
  folded: ReadonlySet<number>,
  spanIds: readonly string[],
): string | undefined {
  return folded.size === 0 || folded.size > MAX_WRITTEN
    ? undefined
    : [...folded].map((at) => spanIds[at]).join('.');
}

/** Unfolds what hides a span. */
export function unfoldTo(
  folded: ReadonlySet<number>,
  at: number,
  parent: Int32Array,
): ReadonlySet<number> {
  const next = new Set(folded);
  for (let above = parent[at] ?? -1; above >= 0; above = parent[above] ?? -1) {
    next.delete(above);
  }
  return next;
}

/** Folds an unfolded span, and the other way round. */
export function toggleFold(folded: ReadonlySet<number>, at: number): ReadonlySet<number> {
  const next = new Set(folded);
  if (!next.delete(at)) {
    next.add(at);
  }
  return next;
}
