import { allowedIn, excessReasons, type JsonObject, setMember } from '@spanhouse/span-schema';
import { BYTES, FIXED64, ProtobufReader, tagOf, VARINT } from '../otlp/protobuf/protobuf-reader.js';
import {
  eachField,
  type Fields,
  fieldsOf,
  type ReadField,
  readMessage,
} from '../otlp/protobuf/read-fields.js';
import {
  type RequestRefusal,
  RequestTooComplex,
  toRefusal,
} from '../submission/request-too-complex.js';

/** The spans of a protobuf list, converted to Zipkin v2 JSON, or the reason why the list cannot be decoded. */
export type DecodedZipkinSpans =
  | { readonly status: 'read'; readonly spans: JsonObject[] }
  | RequestRefusal;

/**
 * The number of objects that may still be read. It is limited because decoded objects take more memory than their
 * encoded bytes.
 */
interface ObjectBudget {
  objectsLeft: number;
}

type ReadMember = ReadField<JsonObject, ObjectBudget>;
type ObjectFields = Fields<JsonObject, ObjectBudget>;

/**
 * The fields of an endpoint. A field with its default value is treated as absent, which is what every Zipkin reader
 * does.
 */
const endpointFields: ObjectFields = fieldsOf({
  [tagOf(1, BYTES)]: readText('serviceName'),
  [tagOf(2, BYTES)]: (reader, endpoint) => setText(endpoint, 'ipv4', toIpv4Text(reader.hex())),
  [tagOf(3, BYTES)]: (reader, endpoint) => setText(endpoint, 'ipv6', toIpv6Text(reader.hex())),
  [tagOf(4, VARINT)]: (reader, endpoint) => {
    endpoint['port'] = reader.uint32() | 0;
  },
});

const annotationFields: ObjectFields = fieldsOf({
  [tagOf(1, FIXED64)]: readTime('timestamp'),
  [tagOf(2, BYTES)]: readText('value'),
});

const kinds: readonly (string | null)[] = [null, 'CLIENT', 'SERVER', 'PRODUCER', 'CONSUMER'];

/** The fields of Span in zipkin.proto3 (https://github.com/openzipkin/zipkin-api/blob/master/zipkin.proto). */
const spanFields: ObjectFields = fieldsOf({
  [tagOf(1, BYTES)]: readId('traceId'),
  [tagOf(2, BYTES)]: readId('parentId'),
  [tagOf(3, BYTES)]: readId('id'),
  [tagOf(4, VARINT)]: (reader, span) => {
    const kind = reader.uint32();
    span['kind'] = kind in kinds ? (kinds[kind] ?? null) : kind;
  },
  [tagOf(5, BYTES)]: readText('name'),
  [tagOf(6, FIXED64)]: readTime('timestamp'),
  [tagOf(7, VARINT)]: (reader, span) => {
    span['duration'] = reader.int64();
  },
  [tagOf(8, BYTES)]: readMember('localEndpoint', endpointFields),
  [tagOf(9, BYTES)]: readMember('remoteEndpoint', endpointFields),
  [tagOf(10, BYTES)]: (reader, span, context) => {
    span['annotations'] ??= [];
    const annotation = readObject(reader, {}, { fields: annotationFields, context });
    (span['annotations'] as JsonObject[]).push(annotation);
  },
  [tagOf(11, BYTES)]: readTag,
  [tagOf(12, VARINT)]: readFlag('debug'),
  [tagOf(13, VARINT)]: readFlag('shared'),
});

const spansTag = tagOf(1, BYTES);

/**
 * Decodes a ListOfSpans message without checking the spans, because `readZipkinSpans` checks the spans of both
 * encodings. Keeps no reference to `body`, and never throws because of its content.
 */
export function decodeZipkinProtobuf(
  body: Uint8Array,
  maxFields = Number.POSITIVE_INFINITY,
): DecodedZipkinSpans {
  const reader = new ProtobufReader(body, maxFields, 'Request body');
  const budget = { objectsLeft: allowedIn(body.length, 'containers') };
  const spans: JsonObject[] = [];
  try {
    eachField(reader, spansTag, () => {
      spans.push(readObject(reader, {}, { fields: spanFields, context: budget }));
    });
  } catch (error) {
    return toRefusal(error);
  }
  return { status: 'read', spans };
}

/** Reads the message at the current position into `into`. */
function readObject(
  reader: ProtobufReader,
  into: JsonObject,
  message: { readonly fields: ObjectFields; readonly context: ObjectBudget },
): JsonObject {
  message.context.objectsLeft -= 1;
  if (message.context.objectsLeft < 0) {
    throw new RequestTooComplex('containers', `Request body holds ${excessReasons.containers}.`);
  }
  readMessage(reader, into, message);
  return into;
}

/** Reads a map entry: the key is field 1, the value is field 2, and both may be missing. */
function readTag(reader: ProtobufReader, span: JsonObject): void {
  const outer = reader.enter();
  let [key, value] = ['', ''];
  while (!reader.isAtEnd) {
    const tag = reader.tag();
    if (tag === tagOf(1, BYTES)) {
      key = reader.name();
    } else if (tag === tagOf(2, BYTES)) {
      value = reader.text();
    } else {
      reader.skip(tag);
    }
  }
  reader.leave(outer);
  span['tags'] ??= {};
  setMember(span['tags'] as JsonObject, key, value);
}

function readId(member: string): ReadMember {
  return (reader, span) => setText(span, member, reader.hex());
}

function readText(member: string): ReadMember {
  return (reader, into) => setText(into, member, reader.text());
}

function readTime(member: string): ReadMember {
  return (reader, into) => {
    const time = reader.fixed64();
    into[member] = time <= Number.MAX_SAFE_INTEGER ? Number(time) : time;
  };
}

function readFlag(member: string): ReadMember {
  return (reader, span) => {
    span[member] = reader.uint32() !== 0;
  };
}

/** Creates a reader of a nested message. If the message is encoded in several pieces, the pieces are merged. */
function readMember(member: string, fields: ObjectFields): ReadMember {
  return (reader, span, context) => {
    span[member] = readObject(reader, (span[member] ?? {}) as JsonObject, { fields, context });
  };
}

function setText(into: JsonObject, member: string, text: string): void {
  if (text === '') {
    delete into[member];
  } else {
    into[member] = text;
  }
}

const IPV4_DIGITS = 8;
const IPV6_DIGITS = 32;

/** Converts an IPv4 address from hex to dotted decimal form. Returns a value of any other length unchanged. */
function toIpv4Text(hex: string): string {
  if (hex.length !== IPV4_DIGITS) {
    return hex;
  }
  return (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)).join('.');
}

/** Converts an IPv6 address from hex to the format of RFC 5952, which the URL standard also uses. */
function toIpv6Text(hex: string): string {
  if (hex.length !== IPV6_DIGITS) {
    return hex;
  }
  const groups = (hex.match(/..../g) ?? []).join(':');
  return new URL(`http://[${groups}]`).hostname.slice(1, -1);
}
