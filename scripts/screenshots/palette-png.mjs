// Writes pictures of pages as PNG with a palette, which takes a third of the bytes.
import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

const CHANNELS = 4;
/** Text and its soft edges need no more: fewer colours take fewer bytes. */
const MAX_COLOURS = 32;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns an opaque PNG with its most frequent colours; each other colour becomes the nearest of them. */
export function toPalettePng(png) {
  const { width, height, data } = PNG.sync.read(png);
  const palette = mostFrequent(data, MAX_COLOURS);
  const indexes = new Map();
  const rows = Buffer.alloc(height * (width + 1)); // each row begins with its filter, which is none
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const colour = colourAt(data, pixel);
    let index = indexes.get(colour);
    if (index === undefined) {
      index = nearest(palette, colour);
      indexes.set(colour, index);
    }
    rows[pixel + Math.floor(pixel / width) + 1] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // eight bits, palette
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channelsOf))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function mostFrequent(data, count) {
  const counts = new Map();
  for (let pixel = 0; pixel < data.length / CHANNELS; pixel += 1) {
    const colour = colourAt(data, pixel);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const frequent = [...counts].sort(([, one], [, other]) => other - one).slice(0, count);
  return frequent.map(([colour]) => colour);
}

function colourAt(data, pixel) {
  return data.readUInt32BE(pixel * CHANNELS) >>> 8;
}

function channelsOf(colour) {
  return [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];
}

function nearest(palette, colour) {
  const wanted = channelsOf(colour);
  const distances = palette.map((one) =>
    channelsOf(one).reduce((sum, value, channel) => sum + (value - wanted[channel]) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}

function chunk(type, content) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const frame = Buffer.alloc(8 + content.length + 4);
  frame.writeUInt32BE(content.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}
