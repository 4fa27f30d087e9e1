import { type Json, type JsonMembers, membersOf } from '../api/shown-span.js';
import { writeJson } from '../parts/write-json.js';

/** A call of a tool, with its arguments as text. */
interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: string;
}

/** One message of a conversation. */
export interface ChatMessage {
  readonly role: string;
  readonly text: string | undefined;
  readonly thinking: string | undefined;
  readonly toolCalls: readonly ToolCall[];
  readonly finishReason: string | undefined;
  /** Content that is no text. */
  readonly other: Json | undefined;
}

const lists = ['prompt', 'messages', 'completion'] as const;

/** Reads the messages of an input or output; what has another form becomes one message with that content. */
export function messagesOf(
  value: Json | undefined,
  role: 'input' | 'output',
): readonly ChatMessage[] {
  if (value === undefined || value === null) {
    return [];
  }
  const members = membersOf(value) ?? {};
  const list = lists.map((name) => members[name]).find(Array.isArray) as
    | readonly Json[]
    | undefined;
  if (list !== undefined) {
    return list.map((message) => readMessage(membersOf(message) ?? { content: message }, role));
  }
  return Object.keys(members).length === 0 && typeof value === 'object'
    ? []
    : [readMessage({ content: value }, role)];
}

function readMessage(message: JsonMembers, fallbackRole: string): ChatMessage {
  const { role, content, thinking, tool_calls: calls, finish_reason: finish } = message;
  const text = textOf(content);
  return {
    role: textOf(role) ?? fallbackRole,
    text,
    thinking: textOf(thinking),
    toolCalls: Array.isArray(calls) ? calls.map(readCall) : [],
    finishReason: textOf(finish),
    other: text === undefined && content !== null ? content : undefined,
  };
}

function readCall(call: Json, at: number): ToolCall {
  const members = membersOf(call) ?? {};
  const called = membersOf(members['function']) ?? members;
  const input = called['arguments'];
  return {
    id: textOf(members['id']) ?? String(at),
    name: textOf(called['name']) ?? 'a tool',
    input: typeof input === 'string' ? input : writeJson(input ?? {}, 2),
  };
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
