import {
  bytesField,
  exportRequest,
  fixed64Field,
  intValue,
  keyValue,
  textValue,
  varintField,
} from './protobuf.mjs';
import { id, oneSpan, repeat, repeated, span } from './protobuf-spans.mjs';

function inOneValue(value) {
  return oneSpan([keyValue(9, 'n', value)]);
}

function dotted(at, segments) {
  return Array.from({ length: segments }, (_, n) =>
    ((at * segments + n) % 1_679_616).toString(36),
  ).join('.');
}

function nestedList(levels) {
  let value = Buffer.alloc(0);
  for (let level = 0; level < levels; level++) {
    value = bytesField(5, bytesField(1, value));
  }
  return value;
}

function nestedObject(levels) {
  let value = Buffer.alloc(0);
  for (let level = 0; level < levels; level++) {
    value = bytesField(6, bytesField(1, bytesField(2, value)));
  }
  return value;
}

/** With them a span takes 106 bytes. A request of 2 MB may have one span for 98 bytes. */
const smallAttributes = ['first', 'other', 'third'].map((key) =>
  keyValue(9, key, textValue('text value')),
);

const protobuf = {
  'dotted keys of 99 segments': (bytes) =>
    oneSpan(repeat(bytes, (at) => keyValue(9, dotted(at, 99), intValue(1)))),
  'dotted keys in many spans': (bytes) =>
    exportRequest(repeat(bytes, (at) => span(at, [keyValue(9, dotted(at, 99), intValue(1))]))),
  'keys ag.x<i>': (bytes) => oneSpan(repeat(bytes, (at) => keyValue(9, `ag.x${at}`, intValue(1)))),
  'wide attributes': (bytes) =>
    oneSpan(repeat(bytes, (at) => bytesField(9, bytesField(1, at.toString(36))))),
  'attributes without key': (bytes) => oneSpan(repeat(bytes, () => bytesField(9))),
  'empty fields of a value': (bytes) =>
    inOneValue(Buffer.concat(repeat(bytes, () => bytesField(5)))),
  'empty values': (bytes) =>
    inOneValue(
      bytesField(
        5,
        repeated(bytes, () => bytesField(1)),
      ),
    ),
  'empty objects': (bytes) =>
    inOneValue(
      bytesField(
        5,
        repeated(bytes, () => bytesField(1, bytesField(6))),
      ),
    ),
  'empty lists': (bytes) =>
    inOneValue(
      bytesField(
        5,
        repeated(bytes, () => bytesField(1, bytesField(5))),
      ),
    ),
  'wide nested objects': (bytes) =>
    inOneValue(
      bytesField(
        6,
        repeated(bytes, (at) => bytesField(1, bytesField(1, at.toString(36)))),
      ),
    ),
  doubles: (bytes) =>
    inOneValue(
      bytesField(
        5,
        repeated(bytes, (at) =>
          bytesField(1, fixed64Field(4, 4_607_182_418_800_017_408n + BigInt(at) * 12_345n)),
        ),
      ),
    ),
  'large integers': (bytes) =>
    inOneValue(
      bytesField(
        5,
        repeated(bytes, () =>
          bytesField(1, Buffer.from([0x18, 255, 255, 255, 255, 255, 255, 255, 255, 127])),
        ),
      ),
    ),
  'invalid UTF-8': (bytes) => inOneValue(bytesField(1, Buffer.alloc(bytes, 0xff))),
  bytes: (bytes) => inOneValue(bytesField(7, Buffer.alloc(bytes, 0xff))),
  'deep lists': (bytes) =>
    inOneValue(
      bytesField(
        5,
        repeated(bytes, () => bytesField(1, nestedList(400))),
      ),
    ),
  'deep objects': (bytes) =>
    inOneValue(
      bytesField(
        5,
        repeated(bytes, () => bytesField(1, nestedObject(400))),
      ),
    ),
  'unknown fields': (bytes) => oneSpan(repeat(bytes, () => Buffer.from([0x80 | 0x20, 0x06, 0]))),
  groups: (bytes) =>
    oneSpan(
      repeat(bytes, () =>
        Buffer.concat([Buffer.alloc(90, 0xa3).fill(0x23), Buffer.alloc(90, 0x24)]),
      ),
    ),
  events: (bytes) => oneSpan(repeat(bytes, () => bytesField(11, fixed64Field(1, 1)))),
  links: (bytes) =>
    oneSpan(
      repeat(bytes, (at) => bytesField(13, bytesField(1, id(at, 16)), bytesField(2, id(at, 8)))),
    ),
  'status fields': (bytes) => oneSpan(repeat(bytes, () => bytesField(15))),
  kinds: (bytes) => oneSpan(repeat(bytes, () => varintField(6, 1))),
  'tiny spans of one trace': (bytes) => exportRequest(repeat(bytes, (at) => span(at, []))),
  'tiny spans, each its own trace': (bytes) =>
    exportRequest(repeat(bytes, (at) => span(at, [], at))),
  'small spans with attributes, each its own trace': (bytes) =>
    exportRequest(repeat(bytes, (at) => span(at, smallAttributes, at))),
  'the same span': (bytes) => exportRequest(repeat(bytes, () => span(0, []))),
  'a chain of spans': (bytes) =>
    exportRequest(repeat(bytes, (at) => span(at, at === 0 ? [] : [bytesField(4, id(at - 1, 8))]))),
  'empty spans': (bytes) => exportRequest(repeat(Math.min(bytes, 98_000), () => Buffer.alloc(0))),
  'too many empty spans': (bytes) => exportRequest(repeat(bytes, () => Buffer.alloc(0))),
  'empty resources': (bytes) => Buffer.concat(repeat(bytes, () => bytesField(1))),
  'resources and scopes': (bytes) =>
    Buffer.concat(
      repeat(bytes, () =>
        bytesField(1, bytesField(1, bytesField(1)), bytesField(2, bytesField(1))),
      ),
    ),
  'empty scopes': (bytes) =>
    bytesField(
      1,
      repeated(bytes, () => bytesField(2)),
    ),
  'a large resource over many spans': (bytes) =>
    exportRequest(
      repeat(bytes / 2, (at) => span(at, [])),
      {
        resource: [keyValue(1, 'x', textValue('x'.repeat(bytes / 2)))],
      },
    ),
  'a resource of many keys over many scopes': (bytes) =>
    bytesField(
      1,
      bytesField(
        1,
        repeated(bytes / 2, (at) => bytesField(1, bytesField(1, at.toString(36)))),
      ),
      repeated(bytes / 2, (at) => bytesField(2, bytesField(2, span(at, [])))),
    ),
  conventions: (bytes) =>
    oneSpan(repeat(bytes, (at) => keyValue(9, `gen_ai.prompt.${at}.content`, textValue('x')))),
  'input messages': (bytes) =>
    oneSpan(
      repeat(bytes, (at) => keyValue(9, `llm.input_messages.${at}.message.role`, textValue('x'))),
    ),
  'ag references': (bytes) =>
    exportRequest(
      repeat(bytes, (at) =>
        span(at, [keyValue(9, 'ag.references.query.slug', textValue(`q${at}`))]),
      ),
    ),
  'models that are priced': (bytes) =>
    exportRequest(
      repeat(bytes, (at) =>
        span(at, [
          keyValue(9, 'gen_ai.request.model', textValue(`gpt-${at}`)),
          keyValue(9, 'gen_ai.usage.input_tokens', intValue(1)),
          keyValue(9, 'gen_ai.operation.name', textValue('chat')),
        ]),
      ),
    ),
  'marked texts': (bytes) =>
    oneSpan(
      repeat(bytes, (at) =>
        keyValue(9, `ag.data.${at}`, textValue('@ag.type=json:[[],[],[],[],[]]')),
      ),
    ),
};

/** Whole bodies. */
export const hostileProtobuf = Object.entries(protobuf).map(([name, make]) => ({
  name,
  door: 'otlp_protobuf',
  make,
}));
