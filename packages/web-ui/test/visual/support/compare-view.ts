import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { readPng, toPalettePng } from './palette-png.js';

/** A view may differ from its picture in so many of its pixels. */
const MAX_SHARE = 0.001;
/** Colours count as equal up to this distance; soft edges of letters may have other shades. */
const THRESHOLD = 0.1;
/** What a picture of a page is drawn with: rarer colours are those of soft edges. */
const MAX_COLOURS = 256;

const pictures = join(__dirname, '..', 'views');
/** Where a view that differs is written, beside a picture of the differences. */
const found = join(__dirname, '../../../../../node_modules/.cache/views');

/**
 * Compares a screenshot with the picture of a view; returns `''`, or how it differs. `UPDATE_VIEWS=1` writes a
 * screenshot that differs as the picture, for you to look at.
 */
export function compareView(name: string, screenshot: Buffer): string {
  const view = readPng(screenshot);
  const file = join(pictures, `${name}.png`);
  const difference = existsSync(file)
    ? describeDifference(name, readPng(readFileSync(file)), view)
    : `there is no picture ${name}.png: UPDATE_VIEWS=1 writes it`;
  if (difference !== '' && process.env['UPDATE_VIEWS'] === '1') {
    writeFileSync(file, toPalettePng(view, MAX_COLOURS));
    return '';
  }
  return difference;
}

function describeDifference(name: string, picture: PNG, view: PNG): string {
  const { width, height } = picture;
  if (view.width !== width || view.height !== height) {
    return `${name} has ${view.width} x ${view.height} pixels, its picture ${width} x ${height}`;
  }
  const difference = new PNG({ width, height });
  const pixels = pixelmatch(picture.data, view.data, difference.data, width, height, {
    threshold: THRESHOLD,
  });
  if (pixels <= MAX_SHARE * width * height) {
    return '';
  }
  mkdirSync(found, { recursive: true });
  writeFileSync(join(found, `${name}.png`), PNG.sync.write(view));
  writeFileSync(join(found, `${name}.difference.png`), PNG.sync.write(difference));
  return `${name} differs in ${pixels} of ${width * height} pixels: see ${found}`;
}
