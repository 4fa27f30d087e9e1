import type { RunStatement } from '../../connection/run-statement.js';
import type { SpanGrouping } from '../../span-groups.js';
import { readUnresolved, type Unresolved } from '../totals/unresolved-traces.js';

/**
 * Reads the unresolved traces of a selection once for all reads with the same selection object. Spans are therefore
 * grouped and picked from the same state.
 */
export class UnresolvedSpans {
  readonly #known = new WeakMap<SpanGrouping['selection'], Unresolved>();

  async of(run: RunStatement, selection: SpanGrouping['selection']): Promise<Unresolved> {
    const known = this.#known.get(selection);
    if (known !== undefined) {
      return known;
    }
    const read = await readUnresolved(run, { selection });
    this.#known.set(selection, read);
    return read;
  }
}
