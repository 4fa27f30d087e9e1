import { writeDuration } from '../../parts/values/format-duration.js';
import type { Outline } from '../outline/outline.js';
import type { TreeShape } from '../outline/tree-shape.js';

const PERCENT = 100;

/** Says what a span is and how it relates to its parent: `draft, chat, 8.5 s, 92 % of ask, level 2 of 4`. */
export function describeSpan(outline: Outline, { level }: TreeShape, at: number): string {
  const { texts, name, type, parent, duration } = outline;
  const above = parent[at] ?? -1;
  const typeName = texts[type[at] ?? -1];
  const length = duration[at] ?? 0;
  const share = Math.round((PERCENT * length) / Math.max(1, duration[above] ?? 0));
  const levels = level.reduce((deepest, depth) => Math.max(deepest, depth), 0) + 1;
  return [
    texts[name[at] ?? -1],
    typeName === 'undefined' ? undefined : typeName,
    writeDuration(BigInt(Math.round(length))),
    above < 0 ? undefined : `${share} % of ${texts[name[above] ?? -1]}`,
    `level ${(level[at] ?? 0) + 1} of ${levels}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
