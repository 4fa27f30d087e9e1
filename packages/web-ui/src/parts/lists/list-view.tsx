import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Problem, Waiting } from '../answers/answer-states.js';
import { usePageKeys } from '../keys/page-keys.js';
import { useStore } from '../store.js';
import { settings } from '../theme/settings.js';
import { copyText } from '../values/copy-text.js';
import { pointedValue } from '../values/shown-value.js';
import styles from './list-view.module.css';
import { openedList } from './opened-list.js';
import { RowGrid, type RowGridProps, usePagesState } from './row-grid.js';
import { isInterrupted, UnfinishedList, writeMoment } from './unfinished-list.js';
import { type RowSelection, type SelectRow, useSelectedRow } from './use-selected-row.js';

interface ListViewProps<Row>
  extends Omit<RowGridProps<Row>, 'state' | 'selected' | 'onSelect' | 'onOpen'> {
  readonly onOpen: (row: Row) => void;
  readonly onReload: () => void;
  /** Closes the pane next to the list. Escape closes an open pane before it does anything else. */
  readonly onClose?: (() => void) | undefined;
  /** Content to show instead of rows if the list is empty. */
  readonly empty: ReactNode;
  /** Called when the selected row changes. */
  readonly onSelected?: (row: Row | undefined) => void;
  /** Returns the id that the key `y` copies for a row. */
  readonly idOf?: (row: Row) => string;
  /** For an interrupted list, the side of the reached time on which rows were not searched. The default is `before`. */
  readonly side?: 'before' | 'after';
  /** Cancels the page's other reads, such as counts. Returns true if one of them was running. */
  readonly onCancel?: () => boolean;
  /** Resumes the page's other reads after they were cancelled. */
  readonly onContinue?: () => void;
  /** The selected row as stored in the URL. */
  readonly selection?: RowSelection;
}

/**
 * Shows the rows of a list and handles its keys. While the list is loading, and if it is empty or has failed, shows a
 * message.
 */
export function ListView<Row>(props: ListViewProps<Row>) {
  const { pages, empty, preview, onSelected, side, onContinue } = props;
  const zone = useStore(settings.timeZone);
  const state = usePagesState(pages);
  const [selected, select] = useSelectedRow(props, state);
  const [isPreviewed, setPreviewed] = useState(false);
  useEffect(() => {
    onSelected?.(selected === undefined ? undefined : pages.row(selected));
  }, [pages, selected, onSelected]);
  const open = useOpen(props);
  const togglePreview = () => setPreviewed(!isPreviewed);
  useListKeys(props, { selected, select, open, togglePreview });
  const isInitial = state.known === 0;
  const retry = () => {
    pages.retry();
    onContinue?.();
  };
  const reached = state.reached && writeMoment(state.reached, zone);
  if (isInitial && state.error !== undefined && !isInterrupted(state)) {
    return <Problem error={state.error} onRetry={() => pages.retry()} />;
  }
  if (state.isComplete && isInitial) {
    return <>{empty}</>;
  }
  return (
    <section className={styles['list']}>
      <RowGrid
        {...props}
        state={state}
        selected={selected}
        onSelect={select}
        onOpen={open}
        preview={isPreviewed ? preview : undefined}
      />
      {state.error === undefined && (isInitial || isReading(props)) && (
        <Waiting onCancel={() => cancelReading(props)} reached={reached} hasRows={!isInitial} />
      )}
      {state.error !== undefined && (
        <UnfinishedList state={state} onContinue={retry} {...(side && { side })} />
      )}
    </section>
  );
}

/**
 * Returns true if there is a read that can be cancelled. The stream of a live list never ends, so it counts only until
 * the first row arrives.
 */
function isReading<Row>({ pages, onCancel }: ListViewProps<Row>): boolean {
  const { isLoading, known } = pages.state;
  return isLoading && (known === 0 || onCancel !== undefined);
}

/** Cancels the reads of the list and of its page. Returns true if one was running. */
function cancelReading<Row>(props: ListViewProps<Row>): boolean {
  const wasReading = isReading(props);
  if (wasReading) {
    props.pages.cancel();
  }
  const hadOthers = props.onCancel?.() ?? false;
  return wasReading || hadOthers;
}

/**
 * Returns a function that opens a row. The function also stores the list, so that the opened page can move to the
 * neighbouring rows.
 */
function useOpen<Row>(props: ListViewProps<Row>): (at: number) => void {
  const { pages, keyOf, onOpen, selection } = props;
  return useCallback(
    (at) => {
      const openAt = (index: number) => {
        const row = pages.row(index);
        pages.need(index, index + 1);
        if (row !== undefined) {
          onOpen(row);
        }
        return row !== undefined;
      };
      const keyAt = (index: number) => {
        const row = pages.row(index);
        return row && keyOf(row);
      };
      selection?.settle();
      openedList.set({ at, opened: [at], open: openAt, keyAt, size: () => pages.state });
      openAt(at);
    },
    [pages, keyOf, onOpen, selection],
  );
}

interface ListControls {
  readonly selected: number | undefined;
  readonly select: SelectRow;
  readonly open: (at: number) => void;
  readonly togglePreview: () => void;
}

function useListKeys<Row>(props: ListViewProps<Row>, controls: ListControls): void {
  const { pages, onReload, onClose, preview, idOf } = props;
  const { selected, select, open, togglePreview } = controls;
  const move = (by: number) =>
    select((at) => Math.max(0, Math.min(pages.state.known - 1, (at ?? -1) + by)));
  const copyId = () => {
    const row = selected === undefined ? undefined : pages.row(selected);
    const isPossible = row !== undefined && pointedValue() === undefined;
    return isPossible && copyText(idOf?.(row) ?? '');
  };
  const openSelected = () => selected !== undefined && open(selected);
  const onEscape =
    onClose === undefined
      ? {
          meaning: 'Cancel the search, or clear the selection',
          act: () => cancelReading(props) || select(undefined),
        }
      : { meaning: 'Close', act: onClose };
  usePageKeys('List', [
    { key: 'j', meaning: 'Next row', act: () => move(1) },
    { key: 'k', meaning: 'Previous row', act: () => move(-1) },
    { key: 'ArrowDown', meaning: 'Next row', act: () => move(1) },
    { key: 'ArrowUp', meaning: 'Previous row', act: () => move(-1) },
    { key: 'Enter', meaning: 'Open the row', act: openSelected },
    { key: 'Escape', ...onEscape },
    { key: 'r', meaning: 'Reload the list', act: onReload },
    ...(idOf === undefined ? [] : [{ key: 'y', meaning: 'Copy the id of the row', act: copyId }]),
    ...(preview === undefined
      ? []
      : [{ key: ' ', meaning: 'Preview the row', act: togglePreview }]),
  ]);
}
