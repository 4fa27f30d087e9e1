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

/** A screenshot of a view beside its picture. */
export interface ComparedView {
  readonly name: string;
  readonly screenshot: Buffer;
  /** How it differs; `''` if it does not. */
  readonly difference: string;
  /** The pixels that differ, where both have the same size. */
  readonly pixels?: PNG;
}

export function compareView(name: string, screenshot: Buffer): ComparedView {
  const file = fileOf(name);
  return existsSync(file)
    ? { name, screenshot, ...differenceOf(name, readPng(readFileSync(file)), readPng(screenshot)) }
    : { name, screenshot, difference: `there is no picture ${name}.png: UPDATE_VIEWS=1 writes it` };
}

/**
 * Returns how a view differs from its picture, and writes both into a file for you to look at. `UPDATE_VIEWS=1` writes a
 * screenshot that differs as the picture, and returns `''`.
 */
export function reportView({ name, screenshot, difference, pixels }: ComparedView): string {
  if (difference !== '' && process.env['UPDATE_VIEWS'] === '1') {
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
