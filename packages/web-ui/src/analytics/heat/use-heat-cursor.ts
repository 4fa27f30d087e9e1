import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { bucketUnder, heightUnder, ordered, steps } from '../../parts/chart/chart-cursor.js';
import { type KeyGroup, useKeyGroup } from '../../parts/keys/page-keys.js';
import type { HeatBox, HeatGrid } from './heat-grid.js';

type Cell = readonly [column: number, row: number];

/** Keyboard shortcuts of the heat map, as listed in the keys dialog. */
const cellKeys: KeyGroup = {
  title: 'The heat map with the focus',
  needsFocus: true,
  keys: [
    { key: 'ArrowLeft', meaning: 'Earlier' },
    { key: 'ArrowRight', meaning: 'Later' },
    { key: 'ArrowUp', meaning: 'Longer' },
    { key: 'ArrowDown', meaning: 'Shorter' },
    ...['Left', 'Right', 'Up', 'Down'].map((end) => ({
      key: `Shift-Arrow${end}`,
      meaning: 'Extend the box',
    })),
    { key: 'Enter', meaning: 'Select the box' },
  ],
};

/**
 * Follows the pointer and the arrow keys. When a drag ends or Enter is pressed, calls `onSelect` with the selected box.
 */
export function useHeatCursor(
  { columns, rows }: Pick<HeatGrid, 'columns' | 'rows'>,
  onSelect: (box: HeatBox) => void,
) {
  const [cell, setCell] = useState<Cell>();
  const [corner, setCorner] = useState<Cell>();
  useKeyGroup(cellKeys);
  const isDragged = useRef(false);
  const box = cell && boxOf(corner ?? cell, cell);
  const inside = ([column, row]: Cell): Cell => [
    Math.max(0, Math.min(columns - 1, column)),
    Math.max(0, Math.min(rows - 1, row)),
  ];
  const cellUnder = (event: PointerEvent<HTMLElement>) =>
    inside([bucketUnder(event, columns - 1), Math.floor(heightUnder(event) * rows)]);
  const move = (step: Cell, isExtending: boolean) => {
    setCorner(isExtending ? (corner ?? cell) : undefined);
    setCell(cell === undefined ? [0, 0] : inside([cell[0] + step[0], cell[1] + step[1]]));
  };
  const leave = () => {
    setCell(undefined);
    setCorner(undefined);
  };
  const events = {
    onKeyDown: (event: KeyboardEvent) => {
      const step = steps[event.key];
      if (step !== undefined) {
        move(step, event.shiftKey);
      } else if (event.key === 'Enter' && box !== undefined) {
        onSelect(box);
      } else {
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    },
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      isDragged.current = true;
      setCorner(cellUnder(event));
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => setCell(cellUnder(event)),
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const end = cellUnder(event);
      if (isDragged.current) {
        onSelect(boxOf(corner ?? end, end));
      }
      isDragged.current = false;
      setCorner(undefined);
    },
    onPointerLeave: leave,
    onBlur: leave,
  };
  return { box, events };
}

function boxOf(one: Cell, other: Cell): HeatBox {
  return { columns: ordered(one[0], other[0]), rows: ordered(one[1], other[1]) };
}
