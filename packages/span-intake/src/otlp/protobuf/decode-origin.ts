import type { InstrumentationScope, SpanResource } from '@spanhouse/span-schema';
import type { OtlpFaults } from '../otlp-faults.js';
import { readAttribute } from './decode-any-value.js';
import { fieldsOf, readMessage } from './message-fields.js';
import { BYTES, type ProtobufReader, tagOf, VARINT } from './protobuf-reader.js';

const resourceFields = fieldsOf<SpanResource>({
  [tagOf(1, BYTES)]: (reader, resource) => readAttribute(reader, resource.attributes),
  [tagOf(2, VARINT)]: (reader, resource) => {
    resource.dropped_attributes_count = reader.uint32();
  },
});

const scopeFields = fieldsOf<InstrumentationScope>({
  [tagOf(1, BYTES)]: (reader, scope) => {
    scope.name = reader.text();
  },
  [tagOf(2, BYTES)]: (reader, scope) => {
    scope.version = reader.text();
  },
  [tagOf(3, BYTES)]: (reader, scope) => {
    scope.attributes ??= {};
    readAttribute(reader, scope.attributes);
  },
  [tagOf(4, VARINT)]: (reader, scope) => {
    scope.dropped_attributes_count = reader.uint32();
  },
});

/** The fields of ResourceSpans that describe its resource. */
export const resourceSpansFields = fieldsOf<SpanResource>({
  [tagOf(1, BYTES)]: readResource,
  [tagOf(3, BYTES)]: (reader, resource) => {
    resource.schema_url = reader.text();
  },
});

/** The fields of ScopeSpans that describe its scope. */
export const scopeSpansFields = fieldsOf<InstrumentationScope>({
  [tagOf(1, BYTES)]: readScope,
  [tagOf(3, BYTES)]: (reader, scope) => {
    scope.schema_url = reader.text();
  },
});

function readResource(reader: ProtobufReader, resource: SpanResource, faults: OtlpFaults): void {
  readMessage(reader, resource, { fields: resourceFields, faults });
}

function readScope(reader: ProtobufReader, scope: InstrumentationScope, faults: OtlpFaults): void {
  readMessage(reader, scope, { fields: scopeFields, faults });
}
