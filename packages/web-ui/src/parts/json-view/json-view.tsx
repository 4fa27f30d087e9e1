import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useId, useMemo, useReducer, useRef, useState } from 'react';
import { JsonIndex } from '../../api/json/json-index.js';
import { sourceOf } from '../../api/json/unread-json.js';
import type { Json } from '../../api/shown-span.js';
import { tieValue } from '../values/shown-value.js';
import { writeJson } from '../values/write-json.js';
import { type FieldOfPath, JsonLine, shownValue } from './json-line.js';
import { JsonTree } from './json-tree.js';
import styles from './json-view.module.css';

const LINE_HEIGHT = 22;
/** Maximum number of lines that are shown initially. Containers are opened as long as the limit is not exceeded. */
const MAX_FIRST_LINES = 60;

interface JsonViewProps {
  readonly value: Json;
  /** Accessible name of the tree. */
  readonly name: string;
  /** Returns the span field that a filter uses for the value at a path. */
  readonly fieldRefOf?: FieldOfPath;
}

/** Tree view of an object or a list. It reads only the contents of open containers and renders only visible lines. */
export function JsonView({ value, name, fieldRefOf }: JsonViewProps) {
  const tree = useMemo(() => createTree(value), [value]);
  const [, render] = useReducer((version: number) => version + 1, 0);
  const [chosen, setCurrent] = useState(0);
  const current = Math.min(chosen, tree.rows - 1);
  const id = useId();
  const room = useRef<HTMLDivElement>(null);
  const lines = useVirtualizer({
    count: tree.rows,
    getScrollElement: () => room.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 10,
  });
  const toggle = (row: number) => {
    tree.toggle(row);
    render();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moveInTree(tree, current, event.key);
    if (move !== undefined) {
      event.preventDefault();
      setCurrent(move.row);
      lines.scrollToIndex(move.row);
      if (move.toggles) {
        toggle(move.row);
      }
    }
  };
  const shown = shownValue(tree, tree.rowAt(current), fieldRefOf);
  return (
    <div className={styles['room']} ref={room}>
      <div
        role="tree"
        aria-label={name}
        aria-activedescendant={`${id}${current}`}
        className={`mono ${styles['tree']}`}
        style={{ height: lines.getTotalSize() }}
        tabIndex={0}
        data-value
        ref={tieValue(shown)}
        onKeyDown={onKeyDown}
      >
        {lines.getVirtualItems().map(({ index: row, start }) => (
          <JsonLine
            key={row}
            id={`${id}${row}`}
            tree={tree}
            row={row}
            top={start}
            isCurrent={row === current}
            onChoose={() => {
              setCurrent(row);
              toggle(row);
            }}
            fieldRefOf={fieldRefOf}
          />
        ))}
      </div>
    </div>
  );
}

function createTree(value: Json): JsonTree {
  const source = sourceOf(value);
  const tree =
    source === undefined
      ? new JsonTree(JsonIndex.readNow(writeJson(value)))
      : new JsonTree(source.index, source.container);
  openFirstLines(tree);
  return tree;
}

/** Opens small containers, so that the contents of a short value are visible without a click. */
function openFirstLines(tree: JsonTree): void {
  for (let row = 1; row < tree.rows && row < MAX_FIRST_LINES; row++) {
    const { container } = tree.rowAt(row);
    if (container >= 0 && tree.rows + tree.index.sizeOf(container) <= MAX_FIRST_LINES) {
      tree.toggle(row);
    }
  }
}

/** The line to focus, and whether to open or close it. */
interface TreeMove {
  readonly row: number;
  readonly toggles: boolean;
}

const PAGE = 15;

/**
 * Returns the effect of a key, as specified by the ARIA tree pattern. Returns undefined for keys that have no effect on
 * a tree.
 */
export function moveInTree(tree: JsonTree, row: number, key: string): TreeMove | undefined {
  const { container, isOpen, parent } = tree.rowAt(row);
  const isContainer = container >= 0;
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: row + 1,
    ArrowUp: row - 1,
    PageDown: row + PAGE,
    PageUp: row - PAGE,
    Home: 0,
    End: tree.rows - 1,
    Enter: row,
    ' ': row,
    ArrowRight: isOpen ? row + 1 : row,
    ArrowLeft: isOpen ? row : parent,
  };
  const toggles: Readonly<Record<string, boolean>> = {
    Enter: isContainer,
    ' ': isContainer,
    ArrowRight: isContainer && !isOpen,
    ArrowLeft: isOpen,
  };
  const target = targets[key];
  return target === undefined
    ? undefined
    : { row: Math.max(0, Math.min(tree.rows - 1, target)), toggles: toggles[key] ?? false };
}
