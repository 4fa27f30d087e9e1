import { type Json, type JsonMembers, membersOf, textAt } from '../../api/shown-span.js';

export type ContentPart =
  | { readonly kind: 'text'; readonly text: string }
  /** An image or sound embedded in the span, as a `data:` URL. */
  | { readonly kind: 'media'; readonly data: string }
  /** The URL of an external resource. The page never loads the resource. */
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'json'; readonly value: Json };

/** Reads the content of a message: a string, a list of blocks as in model APIs, or any other value. */
export function readContent(content: Json | undefined): readonly ContentPart[] {
  if (content === undefined || content === null || content === '') {
    return [];
  }
  if (typeof content === 'string') {
    return [{ kind: 'text', text: content }];
  }
  if (Array.isArray(content) && content.every(isBlock)) {
    return (content as readonly Json[]).map((block) => readBlock(membersOf(block) ?? {}));
  }
  return [{ kind: 'json', value: content }];
}

function isBlock(value: Json): boolean {
  return textIn(membersOf(value), 'type', 'text') !== undefined;
}

function readBlock(block: JsonMembers): ContentPart {
  // In the OpenTelemetry conventions, a part stores its text in `content`.
  const text = block['text'] ?? (block['type'] === 'text' ? block['content'] : undefined);
  if (typeof text === 'string') {
    return { kind: 'text', text };
  }
  const address = addressIn(block);
  if (address === undefined) {
    return { kind: 'json', value: block };
  }
  return address.startsWith('data:')
    ? { kind: 'media', data: address }
    : { kind: 'address', address };
}

/**
 * Returns the address of an image, sound or file. It supports the formats of OpenAI, Anthropic and the OpenTelemetry
 * conventions.
 */
function addressIn(block: JsonMembers): string | undefined {
  const holders = ['image_url', 'input_audio', 'source', 'image', 'file', 'audio'];
  const found = holders.map((name) => block[name]).find((value) => value !== undefined) ?? block;
  if (typeof found === 'string') {
    return /^(data|https?):/.test(found) ? found : undefined;
  }
  const members = membersOf(found) ?? {};
  const sent = textIn(members, 'url', 'uri', 'file_data');
  return sent ?? dataIn(members);
}

function dataIn(members: JsonMembers): string | undefined {
  const data = textIn(members, 'data', 'content');
  const type = textIn(members, 'media_type', 'mime_type', 'mimeType') ?? soundType(members);
  return data === undefined || type === undefined ? undefined : `data:${type};base64,${data}`;
}

function soundType({ format }: JsonMembers): string | undefined {
  return typeof format === 'string' ? `audio/${format}` : undefined;
}

/** Returns the first string among the values of the named members. */
export function textIn(
  members: JsonMembers | undefined,
  ...names: readonly string[]
): string | undefined {
  return names.map((name) => textAt(members, name)).find((text) => text !== undefined);
}
