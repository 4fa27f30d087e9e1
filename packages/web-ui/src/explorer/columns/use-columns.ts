import { useMemo } from 'react';
import type { ColumnEdits } from '../../parts/lists/grid-head.js';
import type { Column } from '../../parts/lists/row-grid.js';
import { useSearchParameters } from '../../url/use-search.js';
import { type ChosenColumn, moveColumn, readColumns, writeColumns } from './column-choice.js';

/** The columns that a list offers, and its default columns. */
export interface ColumnSource<Row> {
  readonly all: readonly Column<Row>[];
  readonly byDefault: string;
  /** Creates the column for an attribute. Absent if the rows have no attributes. */
  readonly ofAttribute?: (name: string) => Column<Row> | undefined;
}

/** The columns of a list, as specified in the URL. */
export interface ChosenColumns<Row> {
  readonly columns: readonly Column<Row>[];
  readonly chosen: readonly ChosenColumn[];
  /** Names in the URL that are not columns of this list. */
  readonly unknown: readonly string[];
  readonly change: (next: readonly ChosenColumn[]) => void;
  readonly reset: () => void;
  readonly edits: ColumnEdits;
}

/** Returns the columns of a list as specified in the URL. */
export function useColumns<Row>(source: ColumnSource<Row>): ChosenColumns<Row> {
  const [{ c }, changeSearch] = useSearchParameters();
  const { all, byDefault, ofAttribute } = source;
  const read = useMemo(() => {
    const named = readColumns(c ?? byDefault);
    const made = new Map(
      named.map(({ id }) => [id, all.find((one) => one.id === id) ?? ofAttribute?.(id)]),
    );
    const known = named.filter(({ id }) => made.get(id) !== undefined);
    const chosen = known.length > 0 ? known : readColumns(byDefault);
    const columns = chosen.flatMap(({ id, width }) => {
      const column = made.get(id) ?? all.find((one) => one.id === id);
      return column === undefined ? [] : [{ ...column, ...(width && { width: `${width}px` }) }];
    });
    const unknown = named.flatMap(({ id }) => (made.get(id) === undefined ? [id] : []));
    return { chosen, columns, unknown };
  }, [c, all, byDefault, ofAttribute]);
  const { chosen } = read;
  const change = (next: readonly ChosenColumn[]) => {
    const text = writeColumns(next);
    changeSearch({ c: text === byDefault || text === '' ? undefined : text });
  };
  const edits: ColumnEdits = {
    resize: (id, width) =>
      change(chosen.map((one) => (one.id === id ? { id, ...(width && { width }) } : one))),
    move: (id, by) => change(moveColumn(chosen, id, by)),
  };
  return { ...read, change, reset: () => changeSearch({ c: undefined }), edits };
}
