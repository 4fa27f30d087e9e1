import type { InstrumentationScope, SpanResource } from '@spanhouse/span-schema';
import { readAttribute } from './decode-any-value.js';
import { BYTES, type ProtobufReader, tagOf, VARINT } from './protobuf-reader.js';

const resourceAttributes = tagOf(1, BYTES);
const resourceDropped = tagOf(2, VARINT);
const scopeName = tagOf(1, BYTES);
const scopeVersion = tagOf(2, BYTES);
const scopeAttributes = tagOf(3, BYTES);
const scopeDropped = tagOf(4, VARINT);

/** Reads one Resource into `resource`; a message that is split in two pieces is merged. */
export function readResource(reader: ProtobufReader, resource: SpanResource): void {
  const outer = reader.enter();
  while (!reader.isAtEnd) {
    const tag = reader.tag();
    if (tag === resourceAttributes) {
      readAttribute(reader, resource.attributes);
    } else if (tag === resourceDropped) {
      resource.dropped_attributes_count = reader.uint32();
    } else {
      reader.skip(tag);
    }
  }
  reader.leave(outer);
}

/** Reads one InstrumentationScope into `scope`. */
export function readScope(reader: ProtobufReader, scope: InstrumentationScope): void {
  const outer = reader.enter();
  while (!reader.isAtEnd) {
    const tag = reader.tag();
    switch (tag) {
      case scopeName:
        scope.name = reader.text();
        break;
      case scopeVersion:
        scope.version = reader.text();
        break;
      case scopeAttributes:
        scope.attributes ??= {};
        readAttribute(reader, scope.attributes);
        break;
      case scopeDropped:
        scope.dropped_attributes_count = reader.uint32();
        break;
      default:
        reader.skip(tag);
    }
  }
  reader.leave(outer);
}
