import { type Json, type JsonMembers, membersOf } from './shown-span.js';

/** The beginning of a text, and the length of all of it in characters. */
export interface PreviewText {
  readonly text: string;
  readonly length: number;
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
  const text = JSON.stringify(value, (_name, member: unknown) =>
    typeof member === 'bigint' ? member.toString() : member,
  );
  return { text, length: text.length };
}
