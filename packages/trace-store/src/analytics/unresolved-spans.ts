import type { RunStatement } from '../connection/run-statement.js';
import type { SpanTally } from '../span-tally.js';
import { readUnresolved, type Unresolved } from './unresolved-traces.js';

/**
 * Reads which traces of a selection are unresolved, once for all reads of the same selection: spans that are tallied
 * and then picked are those of one moment.
 */
export class UnresolvedSpans {
  readonly #known = new WeakMap<SpanTally['selection'], Unresolved>();

  async of(run: RunStatement, selection: SpanTally['selection']): Promise<Unresolved> {
    const known = this.#known.get(selection);
    if (known !== undefined) {
      return known;
    }
    const read = await readUnresolved(run, {
      selection,
      only: () => 'true',
      needsTotals: false,
      isUnclear: () => 'false',
    });
    this.#known.set(selection, read);
    return read;
  }
}
