import type { Surface } from '../../parts/chart/use-canvas.js';
import type { FlameLayout } from '../flame/flame-layout.js';
import { serviceColours } from '../flame/paint-flame.js';
import { visitBoxes } from '../flame/visible-boxes.js';
import { type Outline, STATUS_ERROR } from '../outline/outline.js';

/** Maximum height of a lane, in CSS pixels. */
const MAX_LANE_HEIGHT = 4;
/** Minimum width of a box, in CSS pixels. */
const BOX_WIDTH = 2;

/**
 * Paints every lane that is at least one pixel high. Pixels are written directly, because drawing thousands of
 * rectangles would take several times as long.
 */
export function paintMinimap(surface: Surface, outline: Outline, layout: FlameLayout): void {
  const { context } = surface;
  const { width, height } = context.canvas;
  if (width === 0 || height === 0) {
    return;
  }
  const image = context.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  drawLanes(layout, {
    pixels,
    width,
    height,
    scale: width / surface.width,
    colourOf: spanPixels(surface, outline),
  });
  context.putImageData(image, 0, 0);
}

/** The area in which lanes are drawn, in device pixels. */
interface PixelArea {
  readonly pixels: Uint32Array;
  readonly width: number;
  readonly height: number;
  /** Number of device pixels per CSS pixel. */
  readonly scale: number;
  /** Returns the pixel value of a span's colour. */
  readonly colourOf: (span: number) => number;
}

/** Draws the boxes of each lane into the first pixel row of the lane, and copies this row to its other pixel rows. */
export function drawLanes(layout: FlameLayout, area: PixelArea): void {
  const { pixels, width, height, scale, colourOf } = area;
  const lanes = layout.laneStart.length - 1;
  const laneHeight = Math.min(MAX_LANE_HEIGHT * scale, height / Math.max(1, lanes));
  const rows = Math.max(1, Math.round(laneHeight - scale));
  const boxWidth = BOX_WIDTH * scale;
  const view = { from: 0, to: layout.end, width: width / boxWidth };
  const step = Math.max(1, Math.ceil(1 / laneHeight));
  for (let lane = 0; lane < lanes; lane += step) {
    const top = Math.round(lane * laneHeight + scale);
    const first = top * width;
    visitBoxes(layout, { lane, view }, (box, x, wide) => {
      const from = Math.floor(x * boxWidth);
      const to = Math.min(width, Math.max(from + 1, Math.round((x + wide) * boxWidth)));
      pixels.fill(colourOf(layout.span[box] ?? 0), first + from, first + to);
    });
    for (let row = 1; row < rows && top + row < height; row++) {
      pixels.copyWithin(first + row * width, first, first + width);
    }
  }
}

/** Returns a function that converts a span's colour to a pixel value. Each colour is converted only once. */
function spanPixels(surface: Surface, outline: Outline): (span: number) => number {
  const colours = serviceColours(surface, outline);
  const bad = surface.colour('--bad');
  const known = new Map<string, number>();
  return (span) => {
    const colour = outline.status[span] === STATUS_ERROR ? bad : colours(span);
    const pixel = known.get(colour) ?? pixelOf(surface.context, colour);
    known.set(colour, pixel);
    return pixel;
  };
}

/** Returns the pixel value of a colour. A canvas context returns every opaque colour as `#rrggbb`. */
function pixelOf(context: CanvasRenderingContext2D, colour: string): number {
  context.fillStyle = colour;
  const [, ...digits] = /^#(..)(..)(..)$/.exec(String(context.fillStyle)) ?? [];
  const bytes = Uint8Array.from([...digits.map((pair) => Number.parseInt(pair, 16)), 0xff]);
  return bytes.length === 4 ? (new Uint32Array(bytes.buffer)[0] ?? 0) : 0;
}
