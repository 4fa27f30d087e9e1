import { readPart } from '../../api/json/parse-large-json.js';
import { asUnread } from '../../api/json/unread-json.js';
import { type Json, type JsonMembers, membersOf, textAt } from '../../api/shown-span.js';
import { writeJson } from '../../parts/values/write-json.js';
import { type ContentPart, readContent } from './read-content.js';

/** A tool call, with its arguments as a string. */
export interface ToolCall {
  /** The id of the call; `''` if the library sends none. */
  readonly id: string;
  readonly name: string;
  readonly input: string;
}

export interface ChatMessage {
  readonly role: string;
  /** The name of the tool or participant, if known. */
  readonly name: string | undefined;
  readonly content: readonly ContentPart[];
  readonly thinking: string | undefined;
  readonly toolCalls: readonly ToolCall[];
  /** The id of the tool call whose result the message contains. */
  readonly toolCallId: string | undefined;
  readonly finishReason: string | undefined;
}

const lists = ['prompt', 'messages', 'completion'] as const;

/**
 * Reads the messages of an input or output. A value that does not contain messages becomes the content of a single
 * message.
 */
export function readMessages(
  sent: Json | undefined,
  role: 'input' | 'output',
): readonly ChatMessage[] {
  const value = readPart(sent);
  if (value === undefined || value === null) {
    return [];
  }
  if (asUnread(value) !== undefined) {
    return [readMessage({ content: value }, role)];
  }
  const members = membersOf(value) ?? {};
  const list = lists.map((name) => readPart(members[name])).find(Array.isArray) as
    | readonly Json[]
    | undefined;
  if (list !== undefined) {
    return list.map((item) => readItem(item, role));
  }
  return typeof value === 'object' && Object.keys(value).length === 0
    ? []
    : [readMessage({ content: value }, role)];
}

/** Converts instructions to a system message. */
export function systemMessage(instructions: Json): ChatMessage {
  return readMessage({ content: instructions }, 'system');
}

/**
 * Returns a key that is the same for messages with the same role, name, content and tool calls. Metadata that the model
 * added is ignored.
 */
export function identityOf(message: ChatMessage): string {
  const { role, name, content, toolCalls, toolCallId } = message;
  return writeJson([role, name ?? null, content, toolCalls, toolCallId ?? null] as unknown as Json);
}

function readItem(item: Json, role: string): ChatMessage {
  const message = readPart(item) ?? null;
  const members = asUnread(message) === undefined ? membersOf(message) : undefined;
  return readMessage(members ?? { content: message }, role);
}

function readMessage(message: JsonMembers, fallbackRole: string): ChatMessage {
  const { content, parts, tool_calls: calls } = message;
  return {
    role: textAt(message, 'role') ?? fallbackRole,
    name: textAt(message, 'name'),
    content: readContent(content ?? parts),
    thinking: textAt(message, 'thinking'),
    toolCalls: Array.isArray(calls) ? (calls as readonly Json[]).map(readCall) : [],
    toolCallId: textAt(message, 'tool_call_id'),
    finishReason: textAt(message, 'finish_reason'),
  };
}

function readCall(call: Json): ToolCall {
  const members = membersOf(call) ?? {};
  const called = membersOf(members['function']) ?? members;
  const input = called['arguments'];
  return {
    id: textAt(members, 'id') ?? '',
    name: textAt(called, 'name') ?? 'a tool',
    input: typeof input === 'string' ? input : writeJson(input ?? {}, 2),
  };
}
