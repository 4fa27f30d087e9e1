import type { InstrumentationScope, SpanResource } from '@spanhouse/span-schema';
import { readAttribute } from './decode-any-value.js';
import { BYTES, type ProtobufReader, tagOf, VARINT } from './protobuf-reader.js';

const RESOURCE_ATTRIBUTES = tagOf(1, BYTES);
const RESOURCE_DROPPED = tagOf(2, VARINT);
const SCOPE_NAME = tagOf(1, BYTES);
const SCOPE_VERSION = tagOf(2, BYTES);
const SCOPE_ATTRIBUTES = tagOf(3, BYTES);
const SCOPE_DROPPED = tagOf(4, VARINT);

/** Reads one Resource into `resource`; a message that comes in two pieces is merged. */
export function readResource(reader: ProtobufReader, resource: SpanResource): void {
  const outer = reader.enter();
  while (!reader.isAtEnd) {
    const tag = reader.tag();
    if (tag === RESOURCE_ATTRIBUTES) {
      readAttribute(reader, resource.attributes);
    } else if (tag === RESOURCE_DROPPED) {
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
      case SCOPE_NAME:
        scope.name = reader.text();
        break;
      case SCOPE_VERSION:
        scope.version = reader.text();
        break;
      case SCOPE_ATTRIBUTES:
        scope.attributes ??= {};
        readAttribute(reader, scope.attributes);
        break;
      case SCOPE_DROPPED:
        scope.dropped_attributes_count = reader.uint32();
        break;
      default:
        reader.skip(tag);
    }
  }
  reader.leave(outer);
}
