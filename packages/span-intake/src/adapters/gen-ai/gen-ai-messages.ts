import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  withoutUndefined,
} from '@spanhouse/span-schema';

/**
 * Converts messages of the form `{role, parts}` to `{role, content, tool_calls?, thinking?,
 * finish_reason?}`. Tool results become messages of their own. A message of another form is
 * unchanged, and parts of an unknown kind stay in `parts`.
 */
export function normaliseMessages(messages: readonly JsonValue[]): JsonValue[] {
  return messages.flatMap(normaliseMessage);
}

/** A conversation up to the last message of the user, and the messages that follow it. */
export interface SplitMessages {
  prompt: JsonValue[];
  completion: JsonValue[];
}

/** Splits a conversation after the last message of the user. Without one, all messages follow. */
export function splitAfterLastUser(messages: readonly JsonValue[]): SplitMessages {
  const end = 1 + messages.findLastIndex((message) => roleOf(message) === 'user');
  return { prompt: messages.slice(0, end), completion: messages.slice(end) };
}

function roleOf(message: JsonValue): JsonValue | undefined {
  return isJsonObject(message) ? message['role'] : undefined;
}

/** The parts of one message, sorted by kind. */
interface SortedParts {
  texts: string[];
  thinking: string[];
  toolCalls: JsonValue[];
  toolResults: JsonValue[];
  others: JsonValue[];
}

function normaliseMessage(message: JsonValue): JsonValue[] {
  const parts = isJsonObject(message) ? message['parts'] : undefined;
  if (!(isJsonObject(message) && Array.isArray(parts))) {
    return [message];
  }
  const sorted = sortParts(parts);
  const isOnlyToolResults = parts.length > 0 && sorted.toolResults.length === parts.length;
  return isOnlyToolResults
    ? sorted.toolResults
    : [...sorted.toolResults, joinParts(message, sorted)];
}

function joinParts(message: JsonObject, sorted: SortedParts): JsonObject {
  const { parts: _parts, content = '', ...rest } = message;
  return {
    ...rest,
    content: sorted.texts.length === 0 ? content : sorted.texts.join(' '),
    ...(sorted.toolCalls.length > 0 && { tool_calls: sorted.toolCalls }),
    ...(sorted.thinking.length > 0 && { thinking: sorted.thinking.join(' ') }),
    ...(sorted.others.length > 0 && { parts: sorted.others }),
  };
}

function sortParts(parts: readonly JsonValue[]): SortedParts {
  const sorted: SortedParts = {
    texts: [],
    thinking: [],
    toolCalls: [],
    toolResults: [],
    others: [],
  };
  for (const part of parts) {
    if (!(isJsonObject(part) && sortPart(sorted, part))) {
      sorted.others.push(part);
    }
  }
  return sorted;
}

/** Files a part under its kind; returns false for an unknown kind. */
function sortPart(sorted: SortedParts, part: JsonObject): boolean {
  switch (part['type']) {
    case 'text':
      return addText(sorted.texts, part);
    case 'thinking':
    case 'reasoning': // the name in the OpenTelemetry conventions
      return addText(sorted.thinking, part);
    case 'tool_call':
      sorted.toolCalls.push(toToolCall(part));
      return true;
    case 'tool_call_response':
      sorted.toolResults.push(toToolMessage(part));
      return true;
    default:
      return false;
  }
}

/** Adds the content of a part. A part without content is valid: producers may withhold content. */
function addText(texts: string[], part: JsonObject): boolean {
  const content = part['content'];
  if (typeof content === 'string') {
    texts.push(content);
  }
  return typeof content === 'string' || content === undefined;
}

function toToolCall(part: JsonObject): JsonObject {
  const { name, arguments: args, ...rest } = part;
  return { ...rest, type: 'function', function: withoutUndefined({ name, arguments: args }) };
}

/** Converts a tool result. PydanticAI names its member `result`, the OpenTelemetry conventions `response`. */
function toToolMessage(part: JsonObject): JsonObject {
  const { type: _type, id, result, response, ...rest } = part;
  const content = result === undefined ? response : result;
  return { ...rest, role: 'tool', ...withoutUndefined({ content, tool_call_id: id }) };
}
