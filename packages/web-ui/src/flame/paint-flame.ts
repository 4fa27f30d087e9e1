import type { Outline } from '../outline/outline.js';
import { STATUS_ERROR } from '../outline/outline.js';
import type { Surface } from '../paint/use-canvas.js';
import { colourNameOf } from '../theme/service-colour.js';
import type { FlameLayout } from './flame-layout.js';
import { type VisibleBox, visibleBoxes } from './visible-boxes.js';

/** The height of a lane of the flame graph, in pixels. */
export const LANE_HEIGHT = 20;
const MIN_TEXT_WIDTH = 28;
const TEXT_INSET = 4;
const font = '11px system-ui, sans-serif';
const BOX_ALPHA = 0.55;
const SELECTED_LINE = 2;

/** What of a layout is painted. */
export interface FlamePicture {
  readonly outline: Outline;
  readonly layout: FlameLayout;
  readonly from: number;
  readonly to: number;
  readonly selected: number;
}

/** Paints the lanes of a flame graph that fit on the surface. */
export function paintFlame(surface: Surface, picture: FlamePicture): void {
  const { context, width, height } = surface;
  const lanes = Math.min(picture.layout.laneStart.length - 1, Math.ceil(height / LANE_HEIGHT));
  context.clearRect(0, 0, width, height);
  context.font = font;
  context.textBaseline = 'middle';
  for (let lane = 0; lane < lanes; lane++) {
    for (const box of visibleBoxes(picture.layout, lane, { ...picture, width })) {
      paintBox(surface, picture, box);
    }
  }
}

function paintBox({ context, colour }: Surface, picture: FlamePicture, visible: VisibleBox): void {
  const { outline, layout, selected } = picture;
  const { lane, x, width, box } = visible;
  const span = layout.span[box] ?? 0;
  const top = lane * LANE_HEIGHT;
  const isSelected = span === selected;
  context.fillStyle = colour(colourNameOf(outline.texts[outline.service[span] ?? -1]));
  context.globalAlpha = BOX_ALPHA;
  context.fillRect(x, top + 1, Math.max(1, width - 1), LANE_HEIGHT - 2);
  context.globalAlpha = 1;
  if (outline.status[span] === STATUS_ERROR) {
    context.fillStyle = colour('--bad');
    context.fillRect(x, top + LANE_HEIGHT - 4, Math.max(2, width - 1), 3);
  }
  if (isSelected) {
    context.strokeStyle = colour('--accent');
    context.lineWidth = SELECTED_LINE;
    context.strokeRect(x + 1, top + 2, Math.max(1, width - SELECTED_LINE - 1), LANE_HEIGHT - 4);
  }
  if (width >= MIN_TEXT_WIDTH) {
    paintName({ context, colour } as Surface, visible, outline.texts[outline.name[span] ?? -1]);
  }
}

function paintName(
  { context, colour }: Pick<Surface, 'context' | 'colour'>,
  { x, width, lane }: VisibleBox,
  name: string | undefined,
): void {
  context.save();
  context.beginPath();
  context.rect(x, lane * LANE_HEIGHT, width - TEXT_INSET, LANE_HEIGHT);
  context.clip();
  context.fillStyle = colour('--ink');
  context.fillText(name ?? '', x + TEXT_INSET, lane * LANE_HEIGHT + LANE_HEIGHT / 2);
  context.restore();
}
