import { useEffect, useState } from 'react';

const GAP = 12;
const PADDING = 24;

/** The tracks of the columns, with the width that is being dragged, and the least width of a row. */
export function useTracks(columns: readonly { readonly id: string; readonly width: string }[]) {
  const [sizing, setSizing] = useState<{ readonly id: string; readonly px: number }>();
  useEffect(() => setSizing(undefined), [columns]);
  const widths = columns.map(({ id, width }) => (id === sizing?.id ? `${sizing.px}px` : width));
  const least = widths.map((width) => Number(/([\d.]+)px/.exec(width)?.[1] ?? 0));
  return {
    tracks: widths.join(' '),
    width: least.reduce((sum, px) => sum + px + GAP, PADDING - GAP),
    onSizing: (id: string, px: number) => setSizing({ id, px }),
  };
}
