import type { Outline } from './outline.js';

type Ids = Pick<Outline, 'ids'>;

const HEX = 16;
const ID_DIGITS = 16;

/** Returns the id of the span at a position; undefined after the last span. */
export function spanIdAt({ ids }: Ids, at: number): string | undefined {
  return ids[at]?.toString(HEX).padStart(ID_DIGITS, '0');
}

/** Returns the position of a span; -1 if it is not in the trace. */
export function indexOfSpan({ ids }: Ids, id: string): number {
  const number = readSpanId(id);
  return number === undefined ? -1 : ids.indexOf(number);
}

/** Returns the positions of spans, ascending. Skips ids that are not in the trace. */
export function indexesOfSpans({ ids }: Ids, wanted: Iterable<string>): readonly number[] {
  const numbers = new Set([...wanted].map(readSpanId));
  const places: number[] = [];
  for (const [at, id] of numbers.size === 0 ? [] : ids.entries()) {
    if (numbers.has(id)) {
      places.push(at);
    }
  }
  return places;
}

/** Parses a span id of 16 hexadecimal digits; undefined for other texts. */
export function readSpanId(id: string): bigint | undefined {
  return /^[0-9a-f]{16}$/.test(id) ? BigInt(`0x${id}`) : undefined;
}
