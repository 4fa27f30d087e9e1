import type { Surface } from '../../parts/chart/use-canvas.js';
import { colourNameOf } from '../../parts/theme/service-colour.js';
import { markInvisible } from '../../parts/values/write-value.js';
import { type Outline, STATUS_ERROR } from '../outline/outline.js';
import type { FlameLayout } from './flame-layout.js';
import { visitBoxes } from './visible-boxes.js';

/** Height of a lane of the flame graph, in pixels. */
export const LANE_HEIGHT = 20;
const MIN_TEXT_WIDTH = 28;
const TEXT_INSET = 4;
const CHARACTER_WIDTH = 6;
const font = '11px system-ui, sans-serif';
const BOX_ALPHA = 0.55;
const SELECTED_LINE = 2;

/** The visible part of a layout, with the colours of its boxes. */
export interface FlamePicture {
  readonly outline: Outline;
  readonly layout: FlameLayout;
  readonly from: number;
  readonly to: number;
  readonly selected: number;
}

/**
 * A box with additional marks, because its span failed or is selected, or because the box has room for its name. It is
 * painted on top of the other boxes.
 */
interface MarkedBox {
  readonly span: number;
  readonly x: number;
  readonly top: number;
  readonly width: number;
}

/** Paints as many lanes of a flame graph as fit on the surface. */
export function paintFlame(surface: Surface, picture: FlamePicture): void {
  const { context, width, height } = surface;
  const { layout, outline, selected } = picture;
  const lanes = Math.min(layout.laneStart.length - 1, Math.ceil(height / LANE_HEIGHT));
  const colours = serviceColours(surface, outline);
  const marked: MarkedBox[] = [];
  context.clearRect(0, 0, width, height);
  context.globalAlpha = BOX_ALPHA;
  for (let lane = 0; lane < lanes; lane++) {
    const top = lane * LANE_HEIGHT;
    visitBoxes(layout, { lane, view: { ...picture, width } }, (box, x, wide) => {
      const span = layout.span[box] ?? 0;
      context.fillStyle = colours(span);
      context.fillRect(x, top + 1, Math.max(1, wide - 1), LANE_HEIGHT - 2);
      const isMarked = wide >= MIN_TEXT_WIDTH || outline.status[span] === STATUS_ERROR;
      if (isMarked || span === selected) {
        marked.push({ span, x, top, width: wide });
      }
    });
  }
  context.globalAlpha = 1;
  context.font = font;
  context.textBaseline = 'middle';
  context.strokeStyle = surface.colour('--accent');
  context.lineWidth = SELECTED_LINE;
  for (const box of marked) {
    paintMarks(surface, picture, box);
  }
}

/** Returns a function that looks up the colour of a span's service and caches the result. */
export function serviceColours(
  { colour }: Surface,
  { texts, service }: Pick<Outline, 'texts' | 'service'>,
): (span: number) => string {
  const known: string[] = [];
  const none = colour(colourNameOf(undefined));
  return (span) => {
    const text = service[span] ?? -1;
    if (text < 0) {
      return none;
    }
    known[text] ??= colour(colourNameOf(texts[text]));
    return known[text];
  };
}

/** Paints the failure mark, the part of the name that fits into the box, and the frame of a selected box. */
function paintMarks(surface: Surface, picture: FlamePicture, box: MarkedBox): void {
  const { context, colour } = surface;
  const { texts, name, status } = picture.outline;
  const { span, x, top, width } = box;
  if (status[span] === STATUS_ERROR) {
    context.fillStyle = colour('--bad');
    context.fillRect(x, top + LANE_HEIGHT - 4, Math.max(2, width - 1), 3);
  }
  if (width >= MIN_TEXT_WIDTH) {
    const room = Math.floor((width - 2 * TEXT_INSET) / CHARACTER_WIDTH);
    const text = markInvisible(texts[name[span] ?? -1] ?? '');
    const written = text.length > room ? `${text.slice(0, room - 1)}…` : text;
    context.fillStyle = colour('--ink');
    context.fillText(written, x + TEXT_INSET, top + LANE_HEIGHT / 2, width - TEXT_INSET);
  }
  if (span === picture.selected) {
    const frameWidth = Math.max(1, width - SELECTED_LINE - 1);
    context.strokeRect(x + 1, top + 2, frameWidth, LANE_HEIGHT - 4);
  }
}
