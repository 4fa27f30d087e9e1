import { Buffer } from 'node:buffer';
import { allowedIn, excessReasons } from '@spanhouse/span-schema';
import { RequestTooComplex, UndecodableRequest } from '../../submission/request-too-complex.js';
import { TextCache } from './text-cache.js';

/** Protobuf's wire types. */
export const VARINT = 0;
export const FIXED64 = 1;
export const BYTES = 2;
const START_GROUP = 3;
const END_GROUP = 4;
export const FIXED32 = 5;

/** Maximum nesting of unknown groups, which are skipped recursively. */
const DEEPEST_GROUP = 100;
const TWO_TO_32 = 0x1_0000_0000;

const texts = new TextCache();

/** Reports bytes that are not a protobuf message. The request is then refused as `undecodable`. */
export class MalformedProtobuf extends UndecodableRequest {
  constructor(reason: string, position: number) {
    super(`${reason} at byte ${position}`);
    this.name = 'MalformedProtobuf';
  }
}

/**
 * Returns the encoded tag of a field, which consists of the field number and the wire type. A field with an unexpected
 * wire type therefore has a different tag and is treated as unknown.
 */
export function tagOf(field: number, wireType: number): number {
  return (field << 3) | wireType;
}

/**
 * Reads the fields of protobuf messages from front to back. Never reads beyond the current message. Throws
 * MalformedProtobuf for invalid bytes.
 */
export class ProtobufReader {
  readonly bytes: Buffer;
  readonly #view: DataView;
  position = 0;
  /** The end position of the current message. */
  limit: number;
  readonly #maxFields: number;
  readonly #subject: string;
  #fields = 0;
  #newNamesLeft: number;

  /**
   * Creates a reader that reads at most `maxFields` fields; a field that is read twice counts twice. Refusal messages
   * begin with `subject`.
   */
  constructor(body: Uint8Array, maxFields: number, subject = 'OTLP batch') {
    this.#maxFields = maxFields;
    this.#subject = subject;
    this.#newNamesLeft = allowedIn(body.byteLength, 'names');
    this.bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    this.#view = new DataView(body.buffer, body.byteOffset, body.byteLength);
    this.limit = body.byteLength;
  }

  /** Enters the message at the current position. Returns the value that must be passed to `leave`. */
  enter(): number {
    const outer = this.limit;
    const end = this.#endOfBytes();
    this.limit = end;
    return outer;
  }

  /** Moves to the end of the current message and returns to the enclosing message. */
  leave(outer: number): void {
    this.position = this.limit;
    this.limit = outer;
  }

  get isAtEnd(): boolean {
    return this.position >= this.limit;
  }

  /** Reads the tag of the next field. */
  tag(): number {
    this.#fields += 1;
    if (this.#fields > this.#maxFields) {
      throw new RequestTooComplex(
        'values',
        `${this.#subject} holds more than ${this.#maxFields} fields.`,
      );
    }
    const tag = this.uint32();
    if (tag >>> 3 === 0) {
      throw new MalformedProtobuf('field number 0', this.position);
    }
    return tag;
  }

  /** Reads a varint and returns its low 32 bits. */
  uint32(): number {
    const { bytes } = this;
    let at = this.position;
    let byte = bytes[at++] as number;
    let value = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      if (shift > 63) {
        throw new MalformedProtobuf('varint of more than 10 bytes', at);
      }
      byte = bytes[at++] as number;
      value |= shift < 32 ? (byte & 0x7f) << shift : 0;
    }
    this.#moveTo(at);
    return value >>> 0;
  }

  /** Reads an int64. Returns a bigint only if the integer is not exact as a number. */
  int64(): number | bigint {
    const { bytes } = this;
    let at = this.position;
    let low = 0;
    let high = 0;
    let byte = 0x80;
    for (let shift = 0; byte > 0x7f; shift += 7) {
      if (shift > 63) {
        throw new MalformedProtobuf('varint of more than 10 bytes', at);
      }
      byte = bytes[at++] as number;
      const bits = byte & 0x7f;
      if (shift < 28) {
        low |= bits << shift;
      } else if (shift === 28) {
        low |= bits << 28;
        high = bits >>> 4;
      } else {
        high |= bits << (shift - 32);
      }
    }
    this.#moveTo(at);
    return toInteger(high | 0, low >>> 0);
  }

  fixed32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  fixed64(): bigint {
    return this.#view.getBigUint64(this.#take(8), true);
  }

  double(): number {
    return this.#view.getFloat64(this.#take(8), true);
  }

  /** Reads a string; invalid UTF-8 becomes U+FFFD. */
  text(): string {
    const end = this.#endOfBytes();
    const text = texts.decode(this.bytes, this.position, end);
    this.position = end;
    return text;
  }

  /** Reads an attribute name. Throws if the request has too many different names for its size. */
  name(): string {
    const name = this.text();
    if (texts.isNew) {
      this.#newNamesLeft -= 1;
      if (this.#newNamesLeft < 0) {
        throw new RequestTooComplex('names', `${this.#subject} holds ${excessReasons.names}.`);
      }
    }
    return name;
  }

  /** Reads bytes as lower-case hex. */
  hex(): string {
    const end = this.#endOfBytes();
    const hex = this.bytes.toString('hex', this.position, end);
    this.position = end;
    return hex;
  }

  base64(): string {
    const end = this.#endOfBytes();
    const base64 = this.bytes.toString('base64', this.position, end);
    this.position = end;
    return base64;
  }

  /** Skips the value of an unknown field. */
  skip(tag: number, groupsLeft = DEEPEST_GROUP): void {
    switch (tag & 7) {
      case VARINT:
        this.uint32();
        break;
      case FIXED64:
        this.#take(8);
        break;
      case BYTES:
        this.position = this.#endOfBytes();
        break;
      case START_GROUP:
        this.#skipGroup(tag >>> 3, groupsLeft);
        break;
      case FIXED32:
        this.#take(4);
        break;
      default:
        throw new MalformedProtobuf('unknown wire type', this.position);
    }
  }

  #skipGroup(field: number, groupsLeft: number): void {
    if (groupsLeft === 0) {
      throw new MalformedProtobuf('groups nested too deep', this.position);
    }
    for (let tag = this.tag(); tag !== tagOf(field, END_GROUP) >>> 0; tag = this.tag()) {
      this.skip(tag, groupsLeft - 1);
    }
  }

  #endOfBytes(): number {
    const length = this.uint32();
    const end = this.position + length;
    if (end > this.limit) {
      throw new MalformedProtobuf('field longer than its message', this.position);
    }
    return end;
  }

  #take(count: number): number {
    const start = this.position;
    this.#moveTo(start + count);
    return start;
  }

  #moveTo(position: number): void {
    if (position > this.limit) {
      throw new MalformedProtobuf('message cut off', this.position);
    }
    this.position = position;
  }
}

function toInteger(high: number, low: number): number | bigint {
  const value = high * TWO_TO_32 + low;
  return Number.isSafeInteger(value) ? value : (BigInt(high) << 32n) | BigInt(low);
}
