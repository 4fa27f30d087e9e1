import type { HttpResponse } from '@spanhouse/api-kit';
import { type JsonValue, stringifyJson } from '@spanhouse/span-schema';
import { ChunkWriter } from './chunk-writer.js';
import type { ReadCosts } from './read-costs.js';

/**
 * The answer of a route: either a plain object, which is serialized as one string, or an instance of one of the three
 * classes below. Instances are written in parts, so that a large answer is never a single string.
 */
export type Answer = object;

/** The answer to a look-up without a result. */
export const nothingFound: Answer = { count: 0 };

/** A value that is already serialized as JSON. */
export class RawJson {
  readonly pieces: Iterable<string> | AsyncIterable<string>;

  constructor(text: string | Iterable<string> | AsyncIterable<string>) {
    this.pieces = typeof text === 'string' ? [text] : text;
  }
}

/**
 * An object that is written member by member. If the value of a member is a function, it is called after all earlier
 * members have been written, and its result is written. Members with the value undefined are left out.
 */
export class JsonMembers {
  readonly members: Readonly<Record<string, unknown>>;

  constructor(members: Readonly<Record<string, unknown>>) {
    this.members = members;
  }
}

/** An array that is written item by item. */
export class JsonItems {
  readonly items: Iterable<unknown>;

  constructor(items: Iterable<unknown>) {
    this.items = items;
  }
}

/**
 * Sends an answer no faster than the client reads it. If a part fails after the first chunk was sent, breaks the
 * connection, so that the client does not mistake the partial answer for a complete one.
 */
export async function sendJson(res: HttpResponse, answer: Answer, costs: ReadCosts): Promise<void> {
  const writer = new ChunkWriter(res);
  res.type('application/json');
  costs.writeHead(res);
  await writeValue(writer, answer);
  if (res.destroyed) {
    return;
  }
  if (res.headersSent) {
    costs.writeTrailer(res);
    res.end(writer.rest);
  } else {
    res.send(writer.rest);
  }
}

/** Returns a small answer as one JSON string. */
export async function textOf(answer: Answer): Promise<string> {
  const texts: string[] = [];
  const write = async (text: string) => void texts.push(text);
  const writeAll = async (pieces: Iterable<string> | AsyncIterable<string>) => {
    for await (const piece of pieces) {
      texts.push(piece);
    }
  };
  await writeValue({ write, writeAll }, answer);
  return texts.join('');
}

type Writer = Pick<ChunkWriter, 'write' | 'writeAll'>;

async function writeValue(writer: Writer, value: unknown): Promise<void> {
  if (value instanceof RawJson) {
    await writer.writeAll(value.pieces);
  } else if (value instanceof JsonMembers) {
    await writeMembers(writer, value.members);
  } else if (value instanceof JsonItems) {
    await writeItems(writer, value.items);
  } else {
    await writer.write(stringifyJson(value as JsonValue));
  }
}

async function writeMembers(
  writer: Writer,
  members: Readonly<Record<string, unknown>>,
): Promise<void> {
  let before = '{';
  for (const [name, member] of Object.entries(members)) {
    const value: unknown = typeof member === 'function' ? await member() : member;
    if (value !== undefined) {
      await writer.write(`${before}${JSON.stringify(name)}:`);
      await writeValue(writer, value);
      before = ',';
    }
  }
  await writer.write(before === '{' ? '{}' : '}');
}

async function writeItems(writer: Writer, items: Iterable<unknown>): Promise<void> {
  let before = '[';
  for (const item of items) {
    await writer.write(before);
    await writeValue(writer, item);
    before = ',';
  }
  await writer.write(before === '[' ? '[]' : ']');
}
