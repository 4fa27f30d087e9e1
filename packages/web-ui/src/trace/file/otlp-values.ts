import type { Json, JsonMembers } from '../../api/shown-span.js';
import { isList, listAt, textAt } from './json-members.js';

/** Parses attributes in OTLP/JSON. */
export function readKeyValues(list: Json | undefined): readonly (readonly [string, Json])[] {
  return listAt(list).map((entry) => [textAt(entry, 'key') ?? '', readAnyValue(entry['value'])]);
}

function readAnyValue(value: Json | undefined): Json {
  const [[kind, inner] = ['', null]] = Object.entries((value ?? {}) as JsonMembers);
  switch (kind) {
    case 'intValue':
      return readInteger(inner);
    case 'arrayValue':
      return listAt((inner as JsonMembers)['values']).map(readAnyValue);
    case 'kvlistValue':
      return Object.fromEntries(readKeyValues((inner as JsonMembers)['values']));
    default:
      return inner;
  }
}

function readInteger(value: Json): Json {
  const number = Number(value);
  return Number.isSafeInteger(number) || typeof value !== 'string' ? number : BigInt(value);
}

/** Writes attributes as OTLP/JSON. Integers outside the int64 range become strings. */
export function writeKeyValues(attributes: JsonMembers): Json {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: writeAnyValue(value) }));
}

function writeAnyValue(value: Json): Json {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    case 'bigint':
      return value === BigInt.asIntN(64, value)
        ? { intValue: value.toString() }
        : { stringValue: value.toString() };
    case 'number':
      return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
    default:
      return writeContainer(value);
  }
}

function writeContainer(value: Exclude<Json, string | number | bigint | boolean>): Json {
  if (value === null) {
    return {};
  }
  return isList(value)
    ? { arrayValue: { values: value.map(writeAnyValue) } }
    : { kvlistValue: { values: writeKeyValues(value) } };
}

/** Span kinds in the order of their OTLP numbers. */
export const kinds = [
  'SPAN_KIND_UNSPECIFIED',
  'SPAN_KIND_INTERNAL',
  'SPAN_KIND_SERVER',
  'SPAN_KIND_CLIENT',
  'SPAN_KIND_PRODUCER',
  'SPAN_KIND_CONSUMER',
];

/** Status codes in the order of their OTLP numbers. */
export const statuses = ['STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR'];
