import type { Surface } from './use-canvas.js';

export interface ChartPicture {
  readonly kind: 'bars' | 'lines';
  readonly buckets: TimeBuckets;
  readonly series: readonly Series[];
  /** Index of the bucket under the cursor. `brush` is the range of buckets that the user is selecting. */
  readonly current: number | undefined;
  readonly brush: readonly [first: number, last: number] | undefined;
  /**
   * Values at which grid lines are drawn, from 0 to the top of the chart. Without ticks, the highest value is at the
   * top.
   */
  readonly ticks?: readonly number[];
  /** Index of the highlighted series. */
  readonly chosen?: number | undefined;
}

const TOP = 4;
const LINE_WIDTH = 1.5;
const DOT = 3;
const MIN_GAP_WIDTH = 3;
/** Opacity of the series that are not highlighted. */
const PALE = 0.25;

/** Paints the bars or lines of a chart over the whole surface. */
export function paintChart(surface: Surface, picture: ChartPicture): void {
  const { context, width, height, colour } = surface;
  const count = bucketCount(picture.buckets);
  const wide = width / count;
  context.clearRect(0, 0, width, height);
  if (picture.brush !== undefined) {
    const [first, last] = picture.brush;
    context.fillStyle = colour('--accent-wash');
    context.fillRect(first * wide, 0, (last - first + 1) * wide, height);
  }
  if (picture.current !== undefined) {
    context.fillStyle = colour('--sunken');
    context.fillRect(picture.current * wide, 0, Math.max(1, wide), height);
  }
  const { ticks = [], chosen } = picture;
  const top = ticks.at(-1);
  const scale =
    top === undefined
      ? (height - TOP) / Math.max(Number.MIN_VALUE, highest(picture.series, picture.kind))
      : height / top;
  context.fillStyle = colour('--line');
  for (const tick of [0, ...ticks]) {
    context.fillRect(0, Math.min(height - 1, Math.round(height - tick * scale)), width, 1);
  }
  const tops = new Float64Array(count).fill(height);
  for (const [row, { values, colour: name }] of picture.series.entries()) {
    context.globalAlpha = chosen === undefined || chosen === row ? 1 : PALE;
    context.strokeStyle = colour(name);
    context.fillStyle = colour(name);
    if (picture.kind === 'bars') {
      paintBars(surface, values, { wide, scale, tops });
    } else {
      paintLine(surface, values, { wide, scale });
    }
  }
  context.globalAlpha = 1;
}

interface Scale {
  /** Width of a bucket in pixels. */
  readonly wide: number;
  /** Height in pixels that represents a value of 1. */
  readonly scale: number;
}

/**
 * Paints one series of stacked bars on top of the bars painted so far. `tops` contains the current top of each bucket.
 */
function paintBars(
  { context }: Surface,
  values: Series['values'],
  { wide, scale, tops }: Scale & { readonly tops: Float64Array },
) {
  const gap = wide > MIN_GAP_WIDTH ? 1 : 0;
  for (const [bucket, value] of values.entries()) {
    if (value !== null && value > 0) {
      const high = Math.max(1, value * scale);
      const top = (tops[bucket] ?? 0) - high;
      context.fillRect(bucket * wide, top, Math.max(1, wide - gap), high);
      tops[bucket] = top;
    }
  }
}

function paintLine({ context, height }: Surface, values: Series['values'], { wide, scale }: Scale) {
  context.lineWidth = LINE_WIDTH;
  context.beginPath();
  let isDrawing = false;
  for (const [bucket, value] of values.entries()) {
    const [x, y] = [(bucket + 1 / 2) * wide, height - (value ?? 0) * scale];
    if (isDrawing && value !== null) {
      context.lineTo(x, y);
    } else if (value !== null) {
      context.moveTo(x, y);
      context.fillRect(x - DOT / 2, y - DOT / 2, DOT, DOT);
    }
    isDrawing = value !== null;
  }
  context.stroke();
}

/** A time range in ms since 1970, divided into buckets of equal length. */
export interface TimeBuckets {
  readonly from: number;
  readonly to: number;
  readonly intervalMs: number;
}

/** Values of one line or of one bar segment, by bucket index. The value is null for a bucket without data. */
export interface Series {
  readonly name: string;
  /** Name of the custom property for the colour, such as `--accent`. */
  readonly colour: string;
  readonly values: readonly (number | null)[];
}

export function bucketCount({ from, to, intervalMs }: TimeBuckets): number {
  return Math.max(1, Math.ceil((to - from) / intervalMs));
}

/** Returns the index of the bucket that contains a time, or -1 if the time is outside the range. */
export function bucketAt(buckets: TimeBuckets, time: number): number {
  const at = Math.floor((time - buckets.from) / buckets.intervalMs);
  return at >= 0 && at < bucketCount(buckets) ? at : -1;
}

/** Returns the start of a bucket. For the index after the last bucket, it returns the end of the range. */
export function bucketStart({ from, to, intervalMs }: TimeBuckets, bucket: number): number {
  return Math.min(to, from + bucket * intervalMs);
}

/** Returns the largest total of stacked bars, or the largest value of any line. */
export function highest(series: readonly Series[], kind: 'bars' | 'lines'): number {
  const heights = (series[0]?.values ?? []).map((_, bucket) => {
    const values = series.map(({ values: all }) => all[bucket] ?? 0);
    return kind === 'bars' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  });
  return Math.max(0, ...heights);
}
