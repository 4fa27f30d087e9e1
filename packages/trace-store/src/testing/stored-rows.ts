import type { StoredSpan } from '@spanhouse/span-row';
import type { TombstoneBlock } from '../span-writer.js';
import { compareSpans, currentRows, type Row, withoutDeleted } from './select-rows.js';

/** The current spans of a project. */
interface CurrentSpans {
  readonly rows: readonly Row[];
  /** The spans of each trace in the order (start_time, span_id). */
  readonly traces: ReadonlyMap<string, readonly StoredSpan[]>;
}

/** Stores rows in a list. The current spans of a project are cached until rows are added or deleted. */
export class StoredRows {
  #rows: readonly Row[] = [];
  readonly #current = new Map<string, CurrentSpans>();

  get length(): number {
    return this.#rows.length;
  }

  add(rows: readonly Row[]): void {
    this.#rows = [...this.#rows, ...rows];
    this.#current.clear();
  }

  /** Removes the rows of the deleted traces that precede the deletes in the log. */
  delete(block: TombstoneBlock): void {
    this.#rows = withoutDeleted(this.#rows, block);
    this.#current.clear();
  }

  /** Returns all versions of a project's spans. */
  versions(projectId: string): readonly Row[] {
    return this.#rows.filter((row) => row.projectId === undefined || row.projectId === projectId);
  }

  current(projectId: string): CurrentSpans {
    const known = this.#current.get(projectId);
    if (known !== undefined) {
      return known;
    }
    const rows = currentRows(this.versions(projectId));
    const spans = rows.map(({ span }) => span).sort(compareSpans);
    const current = { rows, traces: Map.groupBy(spans, ({ trace_id }) => trace_id) };
    this.#current.set(projectId, current);
    return current;
  }
}
