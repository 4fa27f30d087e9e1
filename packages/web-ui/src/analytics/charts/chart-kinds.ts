import type { Measures } from '../../api/aggregate.js';
import { writeCost, writeCount, writeMs } from '../../parts/values/write-value.js';
import { failedOnly, notFailed, type Part } from '../explorer-search.js';
import type { Focus } from '../group-fields.js';

const PERCENT = 100;

/**
 * A line, or a segment of stacked bars: its name, its colour, and a function that reads its value from the measures.
 */
export interface SeriesOf {
  readonly name: string;
  readonly colour: string;
  readonly value: (measures: Measures) => number | null | undefined;
  /** Additional conditions on the counted spans, combined with the filter of the page. */
  readonly conditions?: readonly Part[];
}

/** Definition of a chart that shows values over time. */
export interface ChartKind {
  readonly titles: Readonly<Record<Focus, string>>;
  readonly kind: 'bars' | 'lines';
  readonly measures: readonly string[];
  readonly write: (value: number) => string;
  /** Formats a label of the value axis. */
  readonly writeShort: (value: number) => string;
  /** The series to show if the chart is not grouped. */
  readonly series: readonly [SeriesOf, ...SeriesOf[]];
  /** Returns the value for a group. By default, the value function of the first series is used. */
  readonly ofGroup?: SeriesOf['value'];
}

/** Ids of the two charts that `chartKinds` does not contain: the heat map of durations and the table of groups. */
export const heatId = 'heat';
export const tableId = 'table';

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

function writeShortNumber(value: number): string {
  return compact.format(value);
}

const counts = { kind: 'bars', write: writeCount, writeShort: writeShortNumber } as const;
const amounts = { write: writeCost, writeShort: writeShortNumber } as const;
const durations = { write: writeMs, writeShort: writeMs } as const;

/** The available time-series charts, keyed by id. */
export const chartKinds: Readonly<Record<string, ChartKind>> = {
  rate: {
    ...counts,
    titles: { trace: 'Traces', span: 'Spans' },
    measures: ['count', 'failed'],
    series: [
      { name: 'failed', colour: '--bad', value: ({ failed }) => failed, conditions: failedOnly },
      {
        name: 'others',
        colour: '--c0',
        value: ({ count = 0, failed = 0 }) => count - failed,
        conditions: notFailed,
      },
    ],
    ofGroup: ({ count }) => count,
  },
  duration: {
    ...durations,
    titles: both('Duration'),
    kind: 'lines',
    measures: ['duration.p50', 'duration.p95', 'duration.p99'],
    series: [
      { name: 'p50', colour: '--c1', value: ({ duration }) => duration?.['p50'] },
      { name: 'p95', colour: '--c0', value: ({ duration }) => duration?.['p95'] },
      { name: 'p99', colour: '--c4', value: ({ duration }) => duration?.['p99'] },
    ],
    ofGroup: ({ duration }) => duration?.['p95'],
  },
  errors: {
    titles: both('Failed, percent'),
    kind: 'lines',
    measures: ['count', 'failed'],
    write: (value) => `${value.toFixed(1)} %`,
    writeShort: (value) => `${value} %`,
    series: [{ name: 'failed', colour: '--bad', value: failedShare, conditions: failedOnly }],
  },
  cost: {
    ...amounts,
    titles: both('Cost (USD)'),
    kind: 'bars',
    measures: ['costs.sum'],
    series: [{ name: 'cost', colour: '--c0', value: ({ costs }) => costs?.['sum'] }],
  },
  tokens: {
    ...counts,
    titles: both('Tokens'),
    measures: ['tokens.sum', 'tokens.prompt', 'tokens.completion'],
    series: [
      { name: 'in', colour: '--c0', value: ({ tokens }) => tokens?.['prompt'] },
      { name: 'out', colour: '--c2', value: ({ tokens }) => tokens?.['completion'] },
    ],
    ofGroup: ({ tokens }) => tokens?.['sum'],
  },
  price: {
    ...amounts,
    titles: { trace: 'Cost per trace (USD)', span: 'Cost per span (USD)' },
    kind: 'lines',
    measures: ['count', 'costs.sum'],
    series: [{ name: 'cost', colour: '--c0', value: costOfOne }],
  },
  exceptions: {
    ...counts,
    titles: both('Exceptions'),
    measures: ['errors'],
    series: [{ name: 'exceptions', colour: '--bad', value: ({ errors }) => errors }],
  },
  time: {
    ...durations,
    titles: both('Time spent'),
    kind: 'bars',
    measures: ['duration.sum'],
    series: [{ name: 'time', colour: '--c0', value: ({ duration }) => duration?.['sum'] }],
  },
};

/** Returns the average cost of a trace or span, or null if nothing was counted. */
export function costOfOne({ count = 0, costs }: Measures): number | null {
  return count === 0 ? null : (costs?.['sum'] ?? 0) / count;
}

/** Returns the percentage of failed traces or spans, or null if nothing was counted. */
export function failedShare({ count = 0, failed = 0 }: Measures): number | null {
  return count === 0 ? null : (PERCENT * failed) / count;
}

function both(title: string): Readonly<Record<Focus, string>> {
  return { trace: title, span: title };
}
