import { FIXED32, type ProtobufReader, tagOf } from './protobuf-reader.js';

const largestTag = tagOf(16, FIXED32);

/** Reads a field's value into the object that represents the message. */
export type ReadField<Target, Context> = (
  reader: ProtobufReader,
  target: Target,
  context: Context,
) => void;

/** The readers of a message's fields, by tag. A field with an unexpected wire type is treated as unknown. */
export type Fields<Target, Context> = readonly (ReadField<Target, Context> | undefined)[];

/** Builds an array of readers that is indexed by tag, because look-ups in an array are faster than in an object. */
export function fieldsOf<Target, Context>(
  readers: Readonly<Record<number, ReadField<Target, Context>>>,
): Fields<Target, Context> {
  return Array.from({ length: largestTag + 1 }, (_, tag) => readers[tag]);
}

/** The readers of a message's fields, and the context that is passed to them with each field. */
interface Into<Target, Context> {
  readonly fields: Fields<Target, Context>;
  readonly context: Context;
}

/**
 * Reads the message at the current position into `target`. If the message is encoded in several pieces, each call adds
 * one piece.
 */
export function readMessage<Target, Context>(
  reader: ProtobufReader,
  target: Target,
  into: Into<Target, Context>,
): void {
  const outer = reader.enter();
  readFields(reader, target, into);
  reader.leave(outer);
}

/** Reads the rest of the current message into `target`. */
export function readFields<Target, Context>(
  reader: ProtobufReader,
  target: Target,
  { fields, context }: Into<Target, Context>,
): void {
  while (!reader.isAtEnd) {
    const tag = reader.tag();
    const read = fields[tag];
    if (read === undefined) {
      reader.skip(tag);
    } else {
      read(reader, target, context);
    }
  }
}

/** Calls `read` at each field of the current message that has the wanted tag. */
export function eachField(reader: ProtobufReader, wanted: number, read: () => void): void {
  while (!reader.isAtEnd) {
    const tag = reader.tag();
    if (tag === wanted) {
      read();
    } else {
      reader.skip(tag);
    }
  }
}
