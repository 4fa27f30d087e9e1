import {
  compareCodePoints,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '@spanhouse/span-schema';
import { parseStoredJson } from './parse-stored-json.js';

/** The beginning of a string, and the length of the whole string in code points. */
export interface DataPreview {
  readonly text: string;
  readonly length: number;
}

/** Maximum length of a preview if the request has no limit. */
export const PREVIEW_CHARACTERS = 256;
const messageLists = ['prompt', 'messages', 'completion'];

/** Returns the beginning of a span's inputs or outputs, which are passed as JSON; see docs/api/spans-and-traces.md. */
export function previewData(json: string): DataPreview {
  return previewValue(parseStoredJson(json), PREVIEW_CHARACTERS);
}

/** Returns the beginning of a value as a string of at most `limit` code points. */
export function previewValue(value: JsonValue, limit: number): DataPreview {
  const { start, length } = shortenText(textOf(value), limit);
  return { text: start, length };
}

function textOf(value: JsonValue): string {
  if (typeof value === 'string') {
    return value;
  }
  if (!isJsonObject(value)) {
    return writeSorted(value);
  }
  const lists = messageLists.flatMap((name) => {
    const list = Object.hasOwn(value, name) ? value[name] : undefined;
    return Array.isArray(list) ? [list] : [];
  });
  if (lists.length > 0) {
    return lists.map(lastContent).find((text) => text !== undefined) ?? writeSorted(value);
  }
  const [only, ...others] = Object.values(value);
  return only === undefined || others.length > 0 ? writeSorted(value) : textOf(only);
}

/** Returns the content of the last message whose content is a string. */
function lastContent(messages: readonly JsonValue[]): string | undefined {
  const last = messages.findLast((message) => typeof contentOf(message) === 'string');
  const content = contentOf(last);
  return typeof content === 'string' ? content : undefined;
}

function contentOf(message: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(message) ? message['content'] : undefined;
}

/** Serializes a value as compact JSON, with the keys of all objects sorted by code point. */
function writeSorted(value: JsonValue): string {
  if (Array.isArray(value)) {
    return `[${value.map(writeSorted).join(',')}]`;
  }
  return isJsonObject(value) ? `{${writeMembers(value).join(',')}}` : stringifyJson(value);
}

function writeMembers(value: JsonObject): readonly string[] {
  return Object.entries(value)
    .toSorted(([left], [right]) => compareCodePoints(left, right))
    .map(([name, member]) => `${JSON.stringify(name)}:${writeSorted(member)}`);
}

/** The beginning of a string, and the length of the whole string in code points. */
interface Shortened {
  readonly start: string;
  readonly length: number;
}

/** Cuts a string after `limit` code points. */
export function shortenText(text: string, limit: number): Shortened {
  let length = 0;
  let end = text.length;
  for (let at = 0; at < text.length; at += isPairAt(text, at) ? 2 : 1) {
    if (length === limit) {
      end = at;
    }
    length += 1;
  }
  return { start: text.slice(0, end), length };
}

function isPairAt(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}
