import { writeJson } from '../../parts/values/write-json.js';
import {
  type Json,
  type JsonMembers,
  membersOf,
  type PreviewText,
  type ShownSpan,
  valueAt,
} from '../shown-span.js';

/** The paths of a span's input and output. Both values may be large, so lists request only previews. */
export const dataPaths = ['ag.data.inputs', 'ag.data.outputs'] as const;

/**
 * Returns the preview of a span's input or output. If the span comes from a file, the preview is computed from the
 * whole value.
 */
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
 * Returns a one-line preview of an input or output. It shows the last message that contains text, the only member of an
 * object, or compact JSON.
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
