import { parseInteger, QueryParameters, refuse } from '../front-doors/query-parameters.js';
import { within } from '../front-doors/stored-times.js';

/**
 * A range of start times in ns since the Unix epoch. An undefined bound means that the range is unbounded on this side.
 */
export interface TempoRange {
  /** The inclusive start of the range. */
  readonly oldest: bigint | undefined;
  /** The exclusive end of the range. */
  readonly newest: bigint | undefined;
}

const NS_PER_SECOND = 1_000_000_000n;

/** Reads the query parameters of Tempo's API. */
export class TempoParameters extends QueryParameters {
  /** Parses an integer of at least 0. */
  count(name: string): number | undefined {
    return this.parsed(name, parseCount, 'a whole number');
  }

  /** Parses the range between `start` and `end`, which are in seconds. As in Tempo, 0 is treated as absent. */
  range(): TempoRange {
    const start = this.count('start') || undefined;
    const end = this.count('end') || undefined;
    if (start !== undefined && end !== undefined && end <= start) {
      refuse('end must be after start');
    }
    return { oldest: toTime(start), newest: toTime(end) };
  }
}

/** Parses an integer of at least 0. Returns undefined for any other string. */
export function parseCount(text: string): number | undefined {
  return /^\d/.test(text) ? parseInteger(text) : undefined;
}

function toTime(seconds: number | undefined): bigint | undefined {
  return seconds === undefined ? undefined : within(BigInt(seconds) * NS_PER_SECOND);
}
