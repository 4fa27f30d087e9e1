import { writeCount, writeCounted, writeMs } from '../../parts/values/write-value.js';
import type { MapEdge, MapNode } from './call-map.js';
import { type MapRate, writeRate } from './map-rate.js';

/** Formats a duration in ms. A missing duration is written as a dash. */
export function writeMapMs(ms: number | null): string {
  return ms === null ? '–' : writeMs(ms);
}

/** Formats the share of failed calls: `5 %`, `<1 %`. */
export function writeShare(failed: number, all: number): string {
  const percent = all === 0 ? 0 : (100 * failed) / all;
  return percent > 0 && percent < 1 ? '<1 %' : `${Math.round(percent)} %`;
}

/** Formats the numbers below the name of a node: `9/s · 19 % failed · p95 9.07 s`. */
export function writeNodeNumbers(
  { entries, failed, duration }: MapNode,
  rate: MapRate | undefined,
): string {
  return [
    writeRate(entries, rate),
    ...(failed > 0 ? [`${writeShare(failed, entries)} failed`] : []),
    `p95 ${writeMapMs(duration.p95)}`,
  ].join(' · ');
}

/** Formats the label of an edge: the rate of its calls, and the share of failed calls. */
export function writeEdgeNumbers({ calls, failed }: MapEdge, rate: MapRate | undefined): string {
  const often = writeRate(calls, rate);
  return failed > 0 ? `${often} · ${writeShare(failed, calls)}` : often;
}

/** Formats the counts from which the rates are computed: `1,204 calls, 60 failed`. */
export function writeExactNumbers(calls: number, failed: number): string {
  return `${writeCounted(calls, 'call')}, ${writeCount(failed)} failed`;
}
