import { type ReactElement, type ReactNode, useEffect, useMemo, useState } from 'react';
import { noteRefusal } from '../api/create-queries.js';
import { CursorPages, type LoadPage, type RowSource } from '../api/cursor-pages.js';
import { type KeyGroup, usePageKeys } from '../keys/page-keys.js';
import styles from './list-view.module.css';
import { Problem } from './problem.js';
import { type Column, RowGrid, usePagesState } from './row-grid.js';
import { Waiting } from './waiting.js';

/** Creates the rows of a list. A refused key opens the form for another one. */
export function createPages<Row>(load: LoadPage<Row>): CursorPages<Row> {
  return new CursorPages<Row>((next, signal) =>
    load(next, signal).catch((error: unknown) => {
      noteRefusal(error);
      throw error;
    }),
  );
}

interface ListViewProps<Row> {
  /** The name of the list for assistive technology: `Spans`. */
  readonly name: string;
  readonly pages: RowSource<Row>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly onOpen: (row: Row) => void;
  readonly onReload: () => void;
  /** Closes what is open beside the list; Escape then does this first. */
  readonly onClose?: (() => void) | undefined;
  /** What the page says when there are no rows. */
  readonly empty: ReactNode;
  readonly preview?: (row: Row) => ReactNode;
  /** Called with the selected row. */
  readonly onSelected?: (row: Row | undefined) => void;
}

/** The rows of a list with their keys, and what it says while it is read, when it is empty and when it fails. */
export function ListView<Row>(props: ListViewProps<Row>): ReactElement {
  const { name, pages, columns, keyOf, onOpen, onReload, onClose } = props;
  const { empty, preview, onSelected } = props;
  const state = usePagesState(pages);
  const [selected, select] = useState<number>();
  const [isPreviewed, setPreviewed] = useState(false);
  useEffect(() => {
    onSelected?.(selected === undefined ? undefined : pages.row(selected));
  }, [pages, selected, onSelected]);
  const keys = useMemo<KeyGroup>(() => {
    const move = (by: number) =>
      select((at) => Math.max(0, Math.min(pages.state.known - 1, (at ?? -1) + by)));
    const openSelected = () => {
      const row = selected === undefined ? undefined : pages.row(selected);
      return row && onOpen(row);
    };
    const onEscape =
      onClose === undefined
        ? { meaning: 'Clear the selection', act: () => select(undefined) }
        : { meaning: 'Close', act: onClose };
    const togglePreview = () => setPreviewed((is) => !is);
    return {
      title: 'List',
      keys: [
        { key: 'j', meaning: 'Next row', act: () => move(1) },
        { key: 'k', meaning: 'Previous row', act: () => move(-1) },
        { key: 'ArrowDown', meaning: 'Next row', act: () => move(1) },
        { key: 'ArrowUp', meaning: 'Previous row', act: () => move(-1) },
        { key: 'Enter', meaning: 'Open the row', act: openSelected },
        { key: 'Escape', ...onEscape },
        { key: 'r', meaning: 'Read the list again', act: onReload },
        ...(preview === undefined
          ? []
          : [{ key: ' ', meaning: 'Preview of the row', act: togglePreview }]),
      ],
    };
  }, [pages, selected, onOpen, onReload, onClose, preview]);
  usePageKeys(keys);
  if (state.known === 0 && state.error !== undefined) {
    return <Problem error={state.error} onRetry={() => pages.retry()} />;
  }
  if (state.isComplete && state.known === 0) {
    return <>{empty}</>;
  }
  return (
    <section className={styles['list']}>
      <RowGrid
        name={name}
        columns={columns}
        pages={pages}
        state={state}
        keyOf={keyOf}
        selected={selected}
        onSelect={select}
        onOpen={onOpen}
        {...(isPreviewed && preview !== undefined && { preview })}
      />
      {state.known === 0 && <Waiting onCancel={() => pages.cancel()} />}
      {state.known > 0 && state.error !== undefined && (
        <div className={styles['broken']} role="alert">
          The list is not complete: {String((state.error as Error).message)}
          <button type="button" className="button" onClick={() => pages.retry()}>
            Retry
          </button>
        </div>
      )}
    </section>
  );
}
