import { holds } from '../check/check-ledger.js';
import type { Sample } from '../measure/sampler.js';
import type { BackPressureReport } from '../run/run-back-pressure.js';

const MIB = 1024 * 1024;
const MS_PER_SECOND = 1000;

/** Maximum memory of a process, keyed by program. Pages of files do not count. */
export const memoryBounds: Readonly<Record<string, number>> = {
  'all-in-one': 768 * MIB,
  'ingest-gateway': 512 * MIB,
  'span-consumer': 384 * MIB,
  'trace-query': 384 * MIB,
  kafka: 768 * MIB,
  clickhouse: 2304 * MIB,
};

/**
 * Minimum share of the log's limit that must be used at the first 503. It is below 1, because the embedded log keeps a
 * tenth of its size free, and because each gateway on Kafka only estimates the used bytes.
 */
const FULL_SHARE = 0.85;
const LATEST_BEGIN_MS = 5000;
/**
 * Minimum ratio of accepted to offered spans after the drain. It is below 1, because some requests are answered only
 * after the measurement ends, and because the random load varies by about a tenth.
 */
const STEADY_SHARE = 0.9;

/** Figures that describe an outage of ClickHouse. */
export interface PressureFigures {
  readonly normalRate: number;
  readonly storedWhileDraining: number;
  readonly acceptedWhileDraining: number;
  readonly acceptedAfterwards: number;
  readonly beginMs: number;
  readonly drainMs: number;
  readonly largestLag: number;
  readonly largestUse: number;
  readonly peaks: ReadonlyMap<string, number>;
}

/**
 * Computes the figures from a report. Rates are in spans per second. The time of an event that never happened is
 * infinite.
 */
export function pressureFigures({ result }: BackPressureReport): PressureFigures {
  const { normal, resumedAt, drainBegan, drained, after, samples } = result;
  const [from, to] = normal;
  const end = drained ?? after;
  const never = Number.POSITIVE_INFINITY;
  return {
    normalRate: rate(from, to, 'storedSpans'),
    storedWhileDraining: rate(resumedAt, end, 'storedSpans'),
    acceptedWhileDraining: rate(resumedAt, end, 'publishedSpans'),
    acceptedAfterwards: rate(end, after, 'publishedSpans'),
    beginMs: drainBegan === undefined ? never : drainBegan.atMs - resumedAt.atMs,
    drainMs: drained === undefined ? never : drained.atMs - resumedAt.atMs,
    largestLag: Math.max(...samples.map(({ lagMessages }) => lagMessages)),
    largestUse: Math.max(...samples.map(({ logUsedBytes }) => logUsedBytes)),
    peaks: peaksOf(samples),
  };
}

/** Returns the violations of the promises about back-pressure, or an empty list if all of them are kept. */
export function judgePressure(report: BackPressureReport): readonly string[] {
  const { verdict, complaints, result } = report;
  const figures = pressureFigures(report);
  const { firstUnavailable, resumedAt } = result;
  const broken = (isKept: boolean, text: string) => (isKept ? [] : [text]);
  const useAtFirst = firstUnavailable?.logUsedBytes ?? 0;
  const tooLarge = [...figures.peaks].filter(([name, bytes]) => bytes > (memoryBounds[name] ?? 0));
  return [
    ...broken(holds(verdict), 'spans are not where they belong'),
    ...broken(complaints.length === 0, 'answers do not say what became of each span'),
    ...tooLarge.map(([name]) => `${name} took more memory than its bound`),
    ...broken(firstUnavailable !== undefined, 'no write was answered 503'),
    ...broken(
      useAtFirst >= FULL_SHARE * resumedAt.logLimitBytes && resumedAt.logLimitBytes > 0,
      'writes were answered 503 before the log was full',
    ),
    ...broken(resumedAt.refusedForRoom > 0, 'no metric shows that the log has no room'),
    ...broken(
      resumedAt.lagMessages > Math.max(...result.normal.map(({ lagMessages }) => lagMessages)),
      'no metric shows the lag',
    ),
    ...broken(figures.beginMs <= LATEST_BEGIN_MS, 'draining did not begin in time'),
    ...broken(Number.isFinite(figures.drainMs), 'the backlog did not drain'),
    ...broken(
      figures.storedWhileDraining >= figures.normalRate,
      'draining was slower than the normal rate',
    ),
    ...broken(figures.acceptedWhileDraining > 0, 'nothing was accepted while the log drained'),
    ...broken(
      figures.acceptedAfterwards >= STEADY_SHARE * result.after.offeredRate,
      'less than what was offered was accepted afterwards',
    ),
  ];
}

function rate(from: Sample, to: Sample, counter: 'storedSpans' | 'publishedSpans'): number {
  const seconds = (to.atMs - from.atMs) / MS_PER_SECOND;
  return seconds > 0 ? (to[counter] - from[counter]) / seconds : 0;
}

function peaksOf(samples: readonly Sample[]): ReadonlyMap<string, number> {
  const peaks = new Map<string, number>();
  for (const { memory } of samples) {
    for (const [name, bytes] of memory) {
      peaks.set(name, Math.max(bytes, peaks.get(name) ?? 0));
    }
  }
  return peaks;
}
