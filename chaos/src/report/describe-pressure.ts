import type { Sample } from '../measure/sampler.js';
import type { BackPressureReport } from '../run/run-back-pressure.js';
import { countsOf, faultsOf, seconds } from './describe-load.js';
import { judgePressure, memoryBounds, pressureFigures } from './judge-pressure.js';
import { markdownTable } from './markdown-table.js';

const MIB = 1024 * 1024;

/** Describes a back-pressure run: the log, the drain, the spans and the memory of each process. */
export function describePressure(report: BackPressureReport): string {
  const { form, seed, minutes } = report;
  const broken = judgePressure(report);
  return [
    `back-pressure, ${form}, seed ${seed}: ${broken.length === 0 ? 'kept' : 'BROKEN'}; ` +
      `ClickHouse was stopped for ${minutes} min`,
    ...broken.map((text) => `  BROKEN: ${text}`),
    `  ${countsOf(report)}`,
    ...faultsOf(report),
    ...logLines(report),
    '',
    memoryTable(report),
  ].join('\n');
}

function logLines(report: BackPressureReport): readonly string[] {
  const { firstUnavailable, resumedAt } = report.result;
  const figures = pressureFigures(report);
  const limit = mib(resumedAt.logLimitBytes);
  const first =
    firstUnavailable === undefined
      ? 'no write was answered 503'
      : `the first 503 after ${seconds(firstUnavailable.afterMs)}, with ${mib(firstUnavailable.logUsedBytes)} in use`;
  return [
    `  log: ${first}; at most ${mib(figures.largestUse)} of ${limit}, and a lag of ${figures.largestLag} messages`,
    `  normal rate: ${perSecond(figures.normalRate)}`,
    `  drain: began ${seconds(figures.beginMs)} after ClickHouse was back, ended after ${seconds(figures.drainMs)}; ` +
      `${perSecond(figures.storedWhileDraining)} stored, ${perSecond(figures.acceptedWhileDraining)} accepted at the same time, ` +
      `${perSecond(figures.acceptedAfterwards)} of ${perSecond(report.result.after.offeredRate)} offered afterwards`,
  ];
}

/** Returns a table with the memory of each program's largest process. */
function memoryTable(report: BackPressureReport): string {
  const { normal, resumedAt } = report.result;
  const rows = [...pressureFigures(report).peaks].map(([name, peak]) => [
    name,
    memoryOf(normal[1], name),
    memoryOf(resumedAt, name),
    mib(peak),
    mib(memoryBounds[name] ?? 0),
  ]);
  return markdownTable(['process', 'before', 'end of the outage', 'largest', 'bound'], rows);
}

function memoryOf({ memory }: Sample, name: string): string {
  const bytes = memory.get(name);
  return bytes === undefined ? '–' : mib(bytes);
}

function mib(bytes: number): string {
  return `${(bytes / MIB).toFixed(1)} MiB`;
}

function perSecond(rate: number): string {
  return `${rate.toFixed(0)} spans/s`;
}
