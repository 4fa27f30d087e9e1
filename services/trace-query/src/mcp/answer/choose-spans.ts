import type { JsonObject } from '@spanhouse/span-schema';
import { JsonSizes } from './json-sizes.js';

/** A row that shows a span of a tree. Lists of rows are in tree order. */
export interface TreeRow {
  readonly depth: number;
  readonly json: JsonObject;
}

/** Maximum number of failed spans to consider. An answer never has room for more failed spans. */
const MAX_FAILURES = 2000;

/**
 * Chooses the tree rows that fit into `maxCharacters`, and keeps their order. First chooses failed spans together with
 * all their ancestors, then other spans level by level. The first choice is included even if it does not fit.
 */
export function chooseSpans<Row extends TreeRow>(
  rows: readonly Row[],
  maxCharacters: number,
): { readonly chosen: readonly Row[]; readonly left: number } {
  const sizes = new JsonSizes();
  const chosen = new Set<number>();
  let left = maxCharacters;
  const choose = (indexes: readonly number[]) => {
    const fresh = indexes.filter((index) => !chosen.has(index));
    const size = fresh.reduce((sum, index) => sum + sizes.of(rows[index]?.json ?? null) + 1, 0);
    if (size <= left || chosen.size === 0) {
      left -= size;
      for (const index of fresh) {
        chosen.add(index);
      }
    }
  };
  for (const path of pathsToFailures(rows)) {
    choose(path);
  }
  const byDepth = [...rows.keys()];
  byDepth.sort((one, other) => (rows[one]?.depth ?? 0) - (rows[other]?.depth ?? 0) || one - other);
  for (const index of byDepth) {
    choose([index]);
  }
  return {
    chosen: rows.filter((_, index) => chosen.has(index)),
    left: rows.length - chosen.size,
  };
}

/** Yields, for each of the first `MAX_FAILURES` failed spans, the indexes of the span and its ancestors. */
function* pathsToFailures(rows: readonly TreeRow[]): Generator<readonly number[]> {
  const path: number[] = [];
  const top = rows[0]?.depth ?? 0;
  let failures = 0;
  for (const [index, { depth, json }] of rows.entries()) {
    path.length = depth - top;
    path.push(index);
    if (json['status_code'] === 'STATUS_CODE_ERROR') {
      yield [...path];
      failures += 1;
    }
    if (failures === MAX_FAILURES) {
      return;
    }
  }
}
