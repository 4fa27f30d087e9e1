import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { readPng, toPalettePng } from './palette-png.js';

/** Maximum share of pixels that may differ. */
const MAX_SHARE = 0.001;
/**
 * Maximum distance between two colours that count as equal. It allows for differences in the antialiased edges of
 * letters.
 */
const THRESHOLD = 0.1;
/** Maximum number of colours in a stored picture. Less frequent colours occur only in antialiased edges. */
const MAX_COLOURS = 256;

/** True to replace each stored picture that differs from its screenshot. */
export const replacesPictures = process.env['UPDATE_VIEWS'] === '1';

const pictures = join(__dirname, '..', 'views');
/** Output folder for screenshots that differ, and for images of the differences. */
const found = join(__dirname, '../../../../../node_modules/.cache/views');

/** A screenshot of a view, and how it differs from the stored picture. */
export interface ComparedView {
  readonly name: string;
  readonly screenshot: Buffer;
  /** Description of the difference; `''` if the images are equal. */
  readonly difference: string;
  /** Image of the differing pixels; present if both images have the same size. */
  readonly pixels?: PNG;
}

export function compareView(name: string, screenshot: Buffer): ComparedView {
  const file = fileOf(name);
  return existsSync(file)
    ? { name, screenshot, ...differenceOf(name, readPng(readFileSync(file)), readPng(screenshot)) }
    : { name, screenshot, difference: `there is no picture ${name}.png: UPDATE_VIEWS=1 writes it` };
}

/**
 * Describes how a screenshot differs from the stored picture, and writes the screenshot and the differing pixels to
 * files for inspection. With `UPDATE_VIEWS=1`, replaces the stored picture instead and returns `''`.
 */
export function reportView({ name, screenshot, difference, pixels }: ComparedView): string {
  if (difference !== '' && replacesPictures) {
    writeFileSync(fileOf(name), toPalettePng(readPng(screenshot), MAX_COLOURS));
    return '';
  }
  if (pixels !== undefined) {
    mkdirSync(found, { recursive: true });
    writeFileSync(join(found, `${name}.png`), screenshot);
    writeFileSync(join(found, `${name}.difference.png`), PNG.sync.write(pixels));
  }
  return difference;
}

function fileOf(name: string): string {
  return join(pictures, `${name}.png`);
}

function differenceOf(
  name: string,
  picture: PNG,
  view: PNG,
): Pick<ComparedView, 'difference' | 'pixels'> {
  const { width, height } = picture;
  if (view.width !== width || view.height !== height) {
    const sizes = `${view.width} x ${view.height} pixels, its picture ${width} x ${height}`;
    return { difference: `${name} has ${sizes}` };
  }
  const pixels = new PNG({ width, height });
  const count = pixelmatch(picture.data, view.data, pixels.data, width, height, {
    threshold: THRESHOLD,
  });
  if (count <= MAX_SHARE * width * height) {
    return { difference: '' };
  }
  const difference = `${name} differs in ${count} of ${width * height} pixels: see ${found}`;
  return { difference, pixels };
}
