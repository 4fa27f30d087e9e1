import { readTime, writeTime } from './format-time.js';

const NS_PER_MS = 1_000_000n;

/** Parses a time of the API into whole ms since 1970, rounded down. */
export function msOf(time: string): number {
  return Number(readTime(time) / NS_PER_MS);
}

/** Writes ms since 1970 as a time of the API. */
export function isoOf(ms: number): string {
  return writeTime(BigInt(Math.round(ms)) * NS_PER_MS);
}
