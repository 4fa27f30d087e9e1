import type { Surface } from '../paint/use-canvas.js';
import { bucketCount, highest, type Series, type TimeBuckets } from './time-series.js';

/** What a chart shows. */
export interface ChartPicture {
  readonly kind: 'bars' | 'lines';
  readonly buckets: TimeBuckets;
  readonly series: readonly Series[];
  /** The bucket under the cursor, and the buckets that are being selected. */
  readonly current: number | undefined;
  readonly brush: readonly [first: number, last: number] | undefined;
}

const TOP = 4;
const LINE_WIDTH = 1.5;
const DOT = 2;
const MIN_GAP_WIDTH = 3;

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
  const scale = (height - TOP) / Math.max(Number.MIN_VALUE, highest(picture.series, picture.kind));
  context.fillStyle = colour('--line');
  context.fillRect(0, height - 1, width, 1);
  if (picture.kind === 'bars') {
    paintBars(surface, picture.series, { wide, scale });
  } else {
    paintLines(surface, picture.series, { wide, scale });
  }
}

interface Scale {
  /** The width of a bucket in pixels. */
  readonly wide: number;
  /** Pixels for each unit of a value. */
  readonly scale: number;
}

function paintBars({ context, height, colour }: Surface, series: readonly Series[], scales: Scale) {
  const { wide, scale } = scales;
  const gap = wide > MIN_GAP_WIDTH ? 1 : 0;
  const tops = new Float64Array(series[0]?.values.length ?? 0).fill(height);
  for (const { values, colour: name } of series) {
    context.fillStyle = colour(name);
    for (const [bucket, value] of values.entries()) {
      if (value !== null && value > 0) {
        const high = Math.max(1, value * scale);
        const top = (tops[bucket] ?? height) - high;
        context.fillRect(bucket * wide, top, Math.max(1, wide - gap), high);
        tops[bucket] = top;
      }
    }
  }
}

function paintLines(
  { context, height, colour }: Surface,
  series: readonly Series[],
  scales: Scale,
) {
  const { wide, scale } = scales;
  context.lineWidth = LINE_WIDTH;
  for (const { values, colour: name } of series) {
    context.strokeStyle = colour(name);
    context.fillStyle = colour(name);
    context.beginPath();
    let isDrawing = false;
    for (const [bucket, value] of values.entries()) {
      if (value === null) {
        isDrawing = false;
        continue;
      }
      const [x, y] = [(bucket + 1 / 2) * wide, height - value * scale];
      if (isDrawing) {
        context.lineTo(x, y);
      } else {
        context.moveTo(x, y);
        context.fillRect(x - DOT / 2, y - DOT / 2, DOT, DOT);
      }
      isDrawing = true;
    }
    context.stroke();
  }
}
