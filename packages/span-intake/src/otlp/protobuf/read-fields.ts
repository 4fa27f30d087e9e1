import { FIXED32, type ProtobufReader, tagOf } from './protobuf-reader.js';

const largestTag = tagOf(16, FIXED32);

/** Reads the value of a field into the object of its message. */
export type ReadField<Target, Context> = (
  reader: ProtobufReader,
  target: Target,
  context: Context,
) => void;

/** The readers of a message's fields by tag. A field with another wire type counts as unknown. */
export type Fields<Target, Context> = readonly (ReadField<Target, Context> | undefined)[];

/** Builds an array of readers that is indexed by tag. Its look-ups are faster than an object's. */
export function fieldsOf<Target, Context>(
  readers: Readonly<Record<number, ReadField<Target, Context>>>,
): Fields<Target, Context> {
  return Array.from({ length: largestTag + 1 }, (_, tag) => readers[tag]);
}

/** The readers of a message, and the value that they receive with each field. */
interface Into<Target, Context> {
  readonly fields: Fields<Target, Context>;
  readonly context: Context;
}

/** Reads the message at the current position into `target`. If a message arrives in two pieces, they are merged. */
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

/** Calls `read` at each field of the current message with the wanted tag. */
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
