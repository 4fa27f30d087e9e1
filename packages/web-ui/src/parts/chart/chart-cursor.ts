import type { PointerEvent } from 'react';

/** Numbers of columns and rows by which each arrow key moves the cursor in a chart. */
export const steps: Readonly<Record<string, readonly [across: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Returns two indexes in ascending order. */
export function ordered(one: number, other: number): readonly [number, number] {
  return one < other ? [one, other] : [other, one];
}

/** Returns the bucket under the pointer. `last` is the index of the last bucket. */
export function bucketUnder(
  { currentTarget, clientX }: PointerEvent<HTMLElement>,
  last: number,
): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * (last + 1))));
}

/** Returns the vertical position of the pointer in a chart, from 0 at the bottom to 1 at the top. */
export function heightUnder({ currentTarget, clientY }: PointerEvent<HTMLElement>): number {
  const { bottom, height } = currentTarget.getBoundingClientRect();
  return (bottom - clientY) / height;
}
