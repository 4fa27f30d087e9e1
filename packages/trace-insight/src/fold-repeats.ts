import { percentile } from './percentile.js';
import { childrenOf, numberAt } from './timed-tree.js';

/** Maximum length of a run of siblings that stays unfolded. */
const MAX_UNFOLDED = 20;

/** The columns of a trace that `foldRepeats` reads, in the order of the trace tree. */
export interface RepeatTree {
  /** The position of the parent span; -1 at the top level. */
  readonly parent: Int32Array;
  /** A number for each span's name; equal names have equal numbers, and -1 means that the name is missing. */
  readonly name: Int32Array;
  /** Durations in ns. */
  readonly duration: Float64Array;
}

/** Consecutive siblings with the same name, and statistics about their durations in nanoseconds. */
export interface Repeats {
  /** The positions of the siblings, in order. */
  readonly spans: Int32Array;
  readonly sum: number;
  readonly p50: number;
  readonly p95: number;
}

/**
 * Returns each run of more than 20 consecutive siblings with the same name. The runs are in the order of their parents.
 */
export function foldRepeats({ parent, name, duration }: RepeatTree): readonly Repeats[] {
  const { first, positions } = childrenOf(parent);
  const nameAt = (at: number) => numberAt(name, numberAt(positions, at));
  const found: Repeats[] = [];
  for (let above = 0; above + 1 < first.length; above++) {
    const last = numberAt(first, above + 1);
    let from = numberAt(first, above);
    for (let at = from; at < last; at++) {
      const isLast = at + 1 === last;
      if (isLast || nameAt(at + 1) !== nameAt(at)) {
        if (at + 1 - from > MAX_UNFOLDED) {
          found.push(repeatsOf(positions.slice(from, at + 1), duration));
        }
        from = at + 1;
      }
    }
  }
  return found;
}

function repeatsOf(spans: Int32Array, duration: Float64Array): Repeats {
  const sorted = Float64Array.from(spans, (at) => numberAt(duration, at)).sort();
  return {
    spans,
    sum: sorted.reduce((total, ns) => total + ns, 0),
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
  };
}
