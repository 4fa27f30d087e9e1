import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

const CHANNELS = 4;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

type Channels = readonly [red: number, green: number, blue: number];

/**
 * Encodes an opaque image as a PNG with a palette, which makes the file about a third as large. The palette contains
 * the most frequent colours, at most 256. Every other colour is replaced with the nearest palette colour.
 */
export function toPalettePng({ width, height, data }: PNG, maxColours: number): Buffer {
  const palette = mostFrequent(data, maxColours);
  const indexes = new Map<number, number>();
  const rows = Buffer.alloc(height * (width + 1)); // each row begins with the byte for filter type 0
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const colour = colourAt(data, pixel);
    const index = indexes.get(colour) ?? nearest(palette, colour);
    indexes.set(colour, index);
    rows[pixel + Math.floor(pixel / width) + 1] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // bit depth 8, and the colour type for a palette
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channelsOf))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Decodes a PNG of any colour type. */
export function readPng(png: Buffer): PNG {
  return PNG.sync.read(png);
}

function mostFrequent(data: Buffer, count: number): readonly number[] {
  const counts = new Map<number, number>();
  for (let pixel = 0; pixel < data.length / CHANNELS; pixel += 1) {
    const colour = colourAt(data, pixel);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const frequent = [...counts].sort(([, one], [, other]) => other - one).slice(0, count);
  return frequent.map(([colour]) => colour);
}

function colourAt(data: Buffer, pixel: number): number {
  return data.readUInt32BE(pixel * CHANNELS) >>> 8;
}

function channelsOf(colour: number): Channels {
  return [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];
}

function nearest(palette: readonly number[], colour: number): number {
  const [red, green, blue] = channelsOf(colour);
  const distances = palette.map((one) => {
    const [otherRed, otherGreen, otherBlue] = channelsOf(one);
    return (otherRed - red) ** 2 + (otherGreen - green) ** 2 + (otherBlue - blue) ** 2;
  });
  return distances.indexOf(Math.min(...distances));
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(8 + content.length + 4);
  frame.writeUInt32BE(content.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}
