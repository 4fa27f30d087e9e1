import type { OtlpFaults } from '../otlp-faults.js';
import { FIXED32, type ProtobufReader, tagOf } from './protobuf-reader.js';

const largestTag = tagOf(16, FIXED32);

type ReadField<Target> = (reader: ProtobufReader, target: Target, faults: OtlpFaults) => void;

/** The readers of a message's fields by tag. A field with another wire type counts as unknown. */
export type Fields<Target> = readonly (ReadField<Target> | undefined)[];

/** Arranges readers by tag in an array, whose look-up is faster than an object's. */
export function fieldsOf<Target>(
  readers: Readonly<Record<number, ReadField<Target>>>,
): Fields<Target> {
  return Array.from({ length: largestTag + 1 }, (_, tag) => readers[tag]);
}

/** Reads the message at the current position into `target`. A message that is split into two pieces is merged. */
export function readMessage<Target>(
  reader: ProtobufReader,
  target: Target,
  into: { fields: Fields<Target>; faults: OtlpFaults },
): void {
  const outer = reader.enter();
  readFields(reader, target, into);
  reader.leave(outer);
}

/** Reads the rest of the current message into `target`. */
export function readFields<Target>(
  reader: ProtobufReader,
  target: Target,
  { fields, faults }: { fields: Fields<Target>; faults: OtlpFaults },
): void {
  while (!reader.isAtEnd) {
    const tag = reader.tag();
    const read = fields[tag];
    if (read === undefined) {
      reader.skip(tag);
    } else {
      read(reader, target, faults);
    }
  }
}
