import { writeJson } from '../../parts/values/write-json.js';
import {
  type Json,
  type JsonMembers,
  membersOf,
  type PreviewText,
  type ShownSpan,
  valueAt,
} from '../shown-span.js';

/** The paths of what a span received and returned. Both can be of any size: a list asks for their beginnings. */
export const dataPaths = ['ag.data.inputs', 'ag.data.outputs'] as const;

/** Returns the beginning of what a span received or returned. A span of a file has all of it. */
export function dataPreview(
  { previews, attributes }: ShownSpan,
  path: (typeof dataPaths)[number],
): PreviewText | undefined {
  return previews === undefined
    ? previewOf(valueAt(attributes, ...path.split('.')))
    : previews[path];
}

const messageLists = ['prompt', 'messages', 'completion'] as const;

/**
 * Returns what an input or output says, for one line of a list: of messages, the last one with a text;
 * of an object with one member, that member; otherwise compact JSON.
 */
export function previewOf(value: Json | undefined): PreviewText | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  if (typeof value === 'string') {
    return { text: value, length: value.length };
  }
  return readObject(membersOf(value)) ?? asJson(value);
}

function readObject(members: JsonMembers | undefined): PreviewText | undefined {
  if (members === undefined) {
    return undefined;
  }
  const { $text: text, $length: length } = members;
  if (typeof text === 'string' && typeof length === 'number') {
    return { text, length };
  }
  const list = messageLists.map((name) => members[name]).find(Array.isArray);
  if (list !== undefined) {
    return lastContent(list);
  }
  const [only, ...others] = Object.values(members);
  return others.length === 0 ? previewOf(only) : undefined;
}

function lastContent(messages: readonly Json[]): PreviewText | undefined {
  return messages
    .map((message) => membersOf(message)?.['content'])
    .filter((content) => typeof content === 'string' || membersOf(content)?.['$text'] !== undefined)
    .map(previewOf)
    .at(-1);
}

function asJson(value: Json): PreviewText {
  const text = writeJson(value);
  return { text, length: text.length };
}
