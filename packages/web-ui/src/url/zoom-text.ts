/** A section of a trace, in ns from the start of the trace. */
export interface Zoom {
  readonly from: number;
  readonly to: number;
}

/**
 * Parses `<from>-<to>` as a section of a trace that is `length` ns long. For any other string, returns the whole trace.
 */
export function readZoom(text: string | undefined, length: number): Zoom {
  const [, from, to] = /^(\d{1,16})-(\d{1,16})$/.exec(text ?? '') ?? [];
  const zoom = { from: Number(from ?? 0), to: Math.min(length, Number(to ?? length)) };
  return zoom.from < zoom.to ? zoom : { from: 0, to: length };
}

/** Formats a section of a trace in whole ns. Returns undefined for the whole trace. */
export function writeZoom({ from, to }: Zoom, length: number): string | undefined {
  const [first, last] = [Math.max(0, Math.floor(from)), Math.min(length, Math.ceil(to))];
  return first <= 0 && last >= length ? undefined : `${first}-${last}`;
}

/** Returns a section with the same middle and `factor` times the length, but at least `MIN_LENGTH`. */
export function scaleZoom({ from, to }: Zoom, factor: number, length: number): Zoom {
  const middle = (from + to) / 2;
  const half = Math.min(length, Math.max(MIN_LENGTH, (to - from) * factor)) / 2;
  return moveInside({ from: middle - half, to: middle + half }, length);
}

/** Returns the section moved by `share` of its length, without leaving the trace. */
export function shiftZoom({ from, to }: Zoom, share: number, length: number): Zoom {
  const by = (to - from) * share;
  return moveInside({ from: from + by, to: to + by }, length);
}

/** Minimum length of a section in ns. Shorter sections cannot be drawn. */
const MIN_LENGTH = 10;

function moveInside({ from, to }: Zoom, length: number): Zoom {
  const size = Math.min(length, to - from);
  const first = Math.min(Math.max(0, from), length - size);
  return { from: first, to: first + size };
}
