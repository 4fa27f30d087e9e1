import { writeDuration } from '../parts/format-duration.js';
import { writeCount } from '../parts/format-number.js';
import type { MapEdge, MapNode } from './call-map.js';

const NS_PER_MS = 1e6;

/** Writes a duration in ms for reading; a dash without one. */
export function writeMapMs(ms: number | null): string {
  return ms === null ? '–' : writeDuration(BigInt(Math.round(ms * NS_PER_MS)));
}

/** Writes the share of failures: `5 %`, `<1 %`. */
export function writeShare(failed: number, all: number): string {
  const percent = all === 0 ? 0 : (100 * failed) / all;
  return percent > 0 && percent < 1 ? '<1 %' : `${Math.round(percent)} %`;
}

/** Writes what a node shows below its name: `205 · 19 % failed · p95 9.07 s`. */
export function writeNodeNumbers({ entries, failed, duration }: MapNode): string {
  return [
    writeCount(entries),
    ...(failed > 0 ? [`${writeShare(failed, entries)} failed`] : []),
    `p95 ${writeMapMs(duration.p95)}`,
  ].join(' · ');
}

/** Writes what an edge shows: its calls, and the share of those that failed. */
export function writeEdgeNumbers({ calls, failed }: MapEdge): string {
  return failed > 0 ? `${writeCount(calls)} · ${writeShare(failed, calls)}` : writeCount(calls);
}
