import type { Measures } from '../../api/aggregate.js';
import { writeCost, writeCount, writeMs } from '../../parts/values/write-value.js';
import { failedOnly, notFailed } from '../explorer-search.js';
import type { Focus } from '../group-fields.js';
import type { SeriesOf } from './to-series.js';

const PERCENT = 100;

/** The content of a kind of chart by time. */
export interface ChartKind {
  readonly titles: Readonly<Record<Focus, string>>;
  readonly kind: 'bars' | 'lines';
  readonly measures: readonly string[];
  /** Formats a value. */
  readonly write: (value: number) => string;
  /** Formats a tick of the value axis. */
  readonly writeShort: (value: number) => string;
  /** The series of a chart without a grouping. */
  readonly series: readonly SeriesOf[];
  /** Returns the value of a group. */
  readonly ofGroup: SeriesOf['value'];
}

/** Ids of the heat map of durations and of the table of groups. */
export const heatId = 'heat';
export const tableId = 'table';

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

function writeShortNumber(value: number): string {
  return compact.format(value);
}

const counts = { kind: 'bars', write: writeCount, writeShort: writeShortNumber } as const;
const amounts = { write: writeCost, writeShort: writeShortNumber } as const;

/** The available charts by id. */
export const chartKinds: Readonly<Record<string, ChartKind>> = {
  rate: {
    ...counts,
    titles: { trace: 'Traces', span: 'Spans' },
    measures: ['count', 'failed'],
    series: [
      { ...part('failed', '--bad', ({ failed }) => failed), conditions: failedOnly },
      {
        ...part('others', '--c0', ({ count = 0, failed = 0 }) => count - failed),
        conditions: notFailed,
      },
    ],
    ofGroup: ({ count }) => count,
  },
  duration: {
    titles: both('Duration'),
    kind: 'lines',
    measures: ['duration.p50', 'duration.p95', 'duration.p99'],
    write: writeMs,
    writeShort: writeMs,
    series: [
      line('p50', '--c1', ({ duration }) => duration?.['p50']),
      line('p95', '--c0', ({ duration }) => duration?.['p95']),
      line('p99', '--c4', ({ duration }) => duration?.['p99']),
    ],
    ofGroup: ({ duration }) => duration?.['p95'],
  },
  errors: {
    titles: both('Failed, percent'),
    kind: 'lines',
    measures: ['count', 'failed'],
    write: (value) => `${value.toFixed(1)} %`,
    writeShort: (value) => `${value} %`,
    series: [{ ...line('failed', '--bad', failedShare), conditions: failedOnly }],
    ofGroup: failedShare,
  },
  cost: {
    ...amounts,
    titles: both('Cost (USD)'),
    kind: 'bars',
    measures: ['costs.sum'],
    series: [part('cost', '--c0', ({ costs }) => costs?.['sum'])],
    ofGroup: ({ costs }) => costs?.['sum'],
  },
  tokens: {
    ...counts,
    titles: both('Tokens'),
    measures: ['tokens.sum', 'tokens.prompt', 'tokens.completion'],
    series: [
      part('in', '--c0', ({ tokens }) => tokens?.['prompt']),
      part('out', '--c2', ({ tokens }) => tokens?.['completion']),
    ],
    ofGroup: ({ tokens }) => tokens?.['sum'],
  },
  price: {
    ...amounts,
    titles: { trace: 'Cost per trace (USD)', span: 'Cost per span (USD)' },
    kind: 'lines',
    measures: ['count', 'costs.sum'],
    series: [line('cost', '--c0', costOfOne)],
    ofGroup: costOfOne,
  },
  exceptions: {
    ...counts,
    titles: both('Exceptions'),
    measures: ['errors'],
    series: [part('exceptions', '--bad', ({ errors }) => errors)],
    ofGroup: ({ errors }) => errors,
  },
  time: {
    titles: both('Time spent'),
    kind: 'bars',
    measures: ['duration.sum'],
    write: writeMs,
    writeShort: writeMs,
    series: [part('time', '--c0', ({ duration }) => duration?.['sum'])],
    ofGroup: ({ duration }) => duration?.['sum'],
  },
};

/** Returns the average cost of a trace or span, or null if nothing was counted. */
export function costOfOne({ count = 0, costs }: Measures): number | null {
  return count === 0 ? null : (costs?.['sum'] ?? 0) / count;
}

/** Returns the percentage of failures, or null if nothing was counted. */
export function failedShare({ count = 0, failed = 0 }: Measures): number | null {
  return count === 0 ? null : (PERCENT * failed) / count;
}

function both(title: string): Readonly<Record<Focus, string>> {
  return { trace: title, span: title };
}

/** Returns a series of stacked bars. Its value is 0 in buckets without spans. */
function part(name: string, colour: string, value: SeriesOf['value']): SeriesOf {
  return { name, colour, value, empty: 0, conditions: [] };
}

/** Returns a series that is drawn as a line. The line has gaps in buckets without spans. */
function line(name: string, colour: string, value: SeriesOf['value']): SeriesOf {
  return { name, colour, value, empty: null, conditions: [] };
}
