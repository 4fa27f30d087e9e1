import { shapeOf } from '../outline/outline.js';
import { nextInFlame } from './flame-tab.js';

/** Parents of five spans: span 0 has the children 1 and 3, span 1 has the child 2, and span 4 is a second root. */
const parent = Int32Array.from([-1, 0, 1, 0, -1]);
const shape = shapeOf({ count: parent.length, parent });

function led(key: string, selected: number): number | undefined {
  return nextInFlame(key, { shape, parent, selected });
}

describe('nextInFlame', () => {
  it('goes down to the first child and up to the parent', () => {
    expect([led('ArrowDown', 0), led('ArrowUp', 2)]).toEqual([1, 1]);
  });

  it('goes to the neighbours below one parent, also at the top', () => {
    expect([led('ArrowRight', 1), led('ArrowLeft', 3)]).toEqual([3, 1]);
    expect([led('ArrowRight', 0), led('ArrowLeft', 4)]).toEqual([4, 0]);
  });

  it('stays where there is nothing further', () => {
    expect(led('ArrowDown', 2)).toBe(2);
    expect(led('ArrowUp', 0)).toBe(0);
    expect(led('ArrowRight', 3)).toBe(3);
    expect(led('ArrowLeft', 1)).toBe(1);
  });

  it('leaves other keys alone', () => {
    expect(led('x', 1)).toBeUndefined();
  });
});
