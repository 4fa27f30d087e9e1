import type { Outline } from './outline.js';

/** Numbers the spans without a parent. A trace normally has one of them, which needs no number. */
export function rootsOf({
  parent,
  orphans,
  cycles,
}: Pick<Outline, 'parent' | 'orphans' | 'cycles'>): ReadonlyMap<number, number> {
  const roots = new Map<number, number>();
  for (let at = 0; at < parent.length; at++) {
    if ((parent[at] ?? -1) < 0 && !orphans.has(at) && !cycles.has(at)) {
      roots.set(at, roots.size + 1);
    }
  }
  return roots.size > 1 ? roots : new Map();
}
