import { BoundedOutput } from './bounded-output.js';

/** First bytes of a snappy-java stream, the format that Kafka's own clients and brokers use. */
const streamMagic = Buffer.from([0x82, ...Buffer.from('SNAPPY'), 0]);
/** Size of the magic bytes and two version numbers. */
const STREAM_HEADER_BYTES = 16;

/**
 * Decompresses Snappy data (github.com/google/snappy, format_description.txt) to at most `maxBytes` bytes. The input is
 * a snappy-java stream, or the single block that other clients write. Throws for invalid input.
 */
export function decompressSnappy(bytes: Buffer, maxBytes: number): Buffer {
  const output = new BoundedOutput(maxBytes);
  if (!bytes.subarray(0, streamMagic.byteLength).equals(streamMagic)) {
    addBlock(bytes, output);
    return output.finish();
  }
  for (let at = STREAM_HEADER_BYTES; at < bytes.byteLength; ) {
    const end = at + 4 + bytes.readUInt32BE(at);
    addBlock(bytes.subarray(at + 4, end), output);
    at = end;
  }
  return output.finish();
}

/**
 * The kind of a literal. The lowest two bits of a tag are the element's kind; the other six bits hold its length or
 * part of its length.
 */
const LITERAL = 0;
const ONE_BYTE_DISTANCE = 1;
const TWO_BYTE_DISTANCE = 2;

function addBlock(block: Buffer, output: BoundedOutput): void {
  let at = afterSize(block);
  while (at < block.byteLength) {
    const tag = block.readUInt8(at);
    const kind = tag & 3;
    at += 1;
    if (kind === LITERAL) {
      const { length, start } = literalAt(block, at, tag >> 2);
      output.add(block.subarray(start, start + length));
      at = start + length;
    } else if (kind === ONE_BYTE_DISTANCE) {
      output.repeat(((tag >> 5) << 8) | block.readUInt8(at), ((tag >> 2) & 7) + 4);
      at += 1;
    } else if (kind === TWO_BYTE_DISTANCE) {
      output.repeat(block.readUInt16LE(at), (tag >> 2) + 1);
      at += 2;
    } else {
      output.repeat(block.readUInt32LE(at), (tag >> 2) + 1);
      at += 4;
    }
  }
}

/**
 * Returns the index after the block's size. The size is a varint with seven bits in each byte; only its last byte is
 * below 128.
 */
function afterSize(block: Buffer): number {
  return block.findIndex((byte) => byte < 128) + 1;
}

/**
 * Finds the bytes of a literal. A length of up to 60 is in the tag itself. For a greater length, the tag holds the
 * number of length bytes that follow.
 */
function literalAt(block: Buffer, at: number, coded: number) {
  const sizeBytes = Math.max(0, coded - 59);
  const length = sizeBytes === 0 ? coded : block.readUIntLE(at, sizeBytes);
  return { length: length + 1, start: at + sizeBytes };
}
