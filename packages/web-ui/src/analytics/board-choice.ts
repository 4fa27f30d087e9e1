import { chartKinds, heatId, tableId } from './charts/chart-kinds.js';
import type { Focus } from './group-fields.js';

/** A chart on a board, with the options that the user chose for it. */
export interface ChosenChart {
  /** `heat`, `table`, or a key of `chartKinds`. */
  readonly id: string;
  /** The counted unit. If undefined, the default unit of the grouping applies. */
  readonly focus?: Focus;
  /** True if the chart shows one series for each group of the board. */
  readonly isGrouped: boolean;
}

const grouped = 'by';

/**
 * Parses the chart list in an address, such as `rate,cost.by,duration.span`. Also returns the names of unknown charts.
 */
export function readCharts(text: string): {
  readonly charts: readonly ChosenChart[];
  readonly unknown: readonly string[];
} {
  const names = text.split(',').filter((name) => name !== '');
  const read = names.map(readChart);
  return {
    charts: read.flatMap((chart) => chart ?? []),
    unknown: names.filter((_, at) => read[at] === undefined),
  };
}

function readChart(text: string): ChosenChart | undefined {
  const [id = '', ...options] = text.split('.');
  const isKnown = Object.hasOwn(chartKinds, id) || id === heatId || id === tableId;
  const [focus, ...others] = options.filter((option) => option !== grouped);
  if (!isKnown || others.length > 0 || (focus !== undefined && !isFocus(focus))) {
    return undefined;
  }
  return { id, isGrouped: options.includes(grouped), ...(focus && { focus }) };
}

function isFocus(text: string): text is Focus {
  return text === 'span' || text === 'trace';
}

/** Formats charts so that `readCharts` can parse them. */
export function writeCharts(charts: readonly ChosenChart[]): string {
  return charts
    .map(({ id, focus, isGrouped }) =>
      [id, ...(isGrouped ? [grouped] : []), ...(focus === undefined ? [] : [focus])].join('.'),
    )
    .join(',');
}

/** A predefined board, available in every project. */
export interface Preset {
  readonly slug: string;
  readonly name: string;
  readonly charts: string;
  readonly group: string;
}

/** The predefined boards. If the address names no board, the first one is shown. */
export const presets: readonly [Preset, ...Preset[]] = [
  {
    slug: 'overview',
    name: 'Overview',
    charts: 'rate,duration,errors,cost.by,tokens,heat,table',
    group: 'model',
  },
  {
    slug: 'groups',
    name: 'By group',
    charts: 'rate.by,duration.by,errors.by,cost.by,tokens.by,time.by,table',
    group: 'service',
  },
  {
    slug: 'cost',
    name: 'Cost and tokens',
    charts: 'cost,price,tokens,cost.by,price.by,tokens.by,table',
    group: 'model',
  },
  {
    slug: 'latency',
    name: 'Latency',
    charts: 'heat,duration,time,heat.span,duration.by,time.by,table',
    group: 'name',
  },
  {
    slug: 'failures',
    name: 'Failures',
    charts: 'rate,errors,exceptions,rate.span,errors.by,exceptions.by,table',
    group: 'service',
  },
];
