import type { LoadReport } from '../run/run-load.js';

const SHOWN_KEYS = 5;
const MS_PER_SECOND = 1000;

/** Returns a line with the numbers of spans and attempts in a load. */
export function countsOf({ verdict, answers }: LoadReport): string {
  return (
    `spans: ${verdict.accepted} accepted, ` +
    `${verdict.deleted} deleted, ${verdict.unresolved} unresolved, ${verdict.lost.length} lost, ` +
    `${verdict.duplicated.length} duplicated, ${verdict.outdated.length} outdated, ${verdict.unwanted.length} unwanted; ` +
    `attempts: ${answers.accepted} accepted, ${answers.refused} refused, ${answers.open} without a clear answer`
  );
}

/** Lists the first spans and answers that break the promise. The list is empty if the promise is kept. */
export function faultsOf({ verdict, complaints }: LoadReport): readonly string[] {
  const broken = (['lost', 'duplicated', 'outdated', 'unwanted'] as const)
    .filter((fault) => verdict[fault].length > 0)
    .map((fault) => `  ${fault}: ${verdict[fault].slice(0, SHOWN_KEYS).join(' ')}`);
  const unclear = complaints
    .slice(0, SHOWN_KEYS)
    .map((complaint) => `  unclear answer: ${complaint}`);
  return [...broken, ...unclear];
}

export function seconds(ms: number): string {
  return `${(ms / MS_PER_SECOND).toFixed(1)} s`;
}
