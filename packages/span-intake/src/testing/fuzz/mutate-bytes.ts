import { Buffer } from 'node:buffer';
import type { SeededRandom } from './seeded-random.js';

type Mutation = (bytes: Buffer, random: SeededRandom) => Buffer;

/** Damages bytes with up to four successive changes. */
export function mutateBytes(bytes: Buffer, random: SeededRandom): Buffer {
  let mutated: Buffer = Buffer.from(bytes);
  for (let left = 1 + random.below(4); left > 0; left--) {
    mutated = random.pick(mutations)(mutated, random);
  }
  return mutated;
}

/** Bytes with a special meaning in JSON, protobuf or gzip. */
const specialBytes = [0, 1, 0x0a, 0x1f, 0x22, 0x2c, 0x5b, 0x5c, 0x7b, 0x7f, 0x80, 0xc3, 0xed, 0xff];

const mutations: readonly Mutation[] = [
  function truncate(bytes, random) {
    return bytes.subarray(0, random.below(bytes.length + 1));
  },
  function flipBits(bytes, random) {
    for (let flips = 1 + random.below(8); flips > 0 && bytes.length > 0; flips--) {
      const at = random.below(bytes.length);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random.below(8));
    }
    return bytes;
  },
  function overwrite(bytes, random) {
    return bytes.fill(random.pick(specialBytes), ...range(bytes, random));
  },
  function duplicate(bytes, random) {
    const [from, to] = range(bytes, random);
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
  },
  function cutOut(bytes, random) {
    const [from, to] = range(bytes, random);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  function splice(bytes, random) {
    const [from, to] = range(bytes, random);
    const at = random.below(bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(from, to), bytes.subarray(at)]);
  },
];

function range(bytes: Buffer, random: SeededRandom): [number, number] {
  const from = random.below(bytes.length + 1);
  return [from, from + random.below(Math.min(bytes.length - from, 4096) + 1)];
}
