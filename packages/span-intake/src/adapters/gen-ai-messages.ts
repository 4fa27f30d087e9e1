import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';

/**
 * Messages of the form `{role, parts}` as `{role, content, tool_calls?, thinking?, finish_reason?}`, tool results as
 * messages of their own. What is not of that form stays as it is; parts of another kind stay in `parts`.
 */
export function normaliseMessages(messages: readonly JsonValue[]): JsonValue[] {
  return messages.flatMap(normaliseMessage);
}

/** The conversation up to the last message of the user, and what came of it. */
export interface SplitMessages {
  prompt: JsonValue[];
  completion: JsonValue[];
}

export function splitAfterLastUser(messages: readonly JsonValue[]): SplitMessages {
  const end = 1 + messages.findLastIndex((message) => roleOf(message) === 'user');
  return { prompt: messages.slice(0, end), completion: messages.slice(end) };
}

function roleOf(message: JsonValue): JsonValue | undefined {
  return isJsonObject(message) ? message['role'] : undefined;
}

/** The parts of one message by their kind. */
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
  const joined: JsonObject = {
    ...rest,
    content: sorted.texts.length === 0 ? content : sorted.texts.join(' '),
  };
  if (sorted.toolCalls.length > 0) {
    joined['tool_calls'] = sorted.toolCalls;
  }
  if (sorted.thinking.length > 0) {
    joined['thinking'] = sorted.thinking.join(' ');
  }
  if (sorted.others.length > 0) {
    joined['parts'] = sorted.others;
  }
  return joined;
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

/** False when the part is of no kind the contract knows. */
function sortPart(sorted: SortedParts, part: JsonObject): boolean {
  switch (part['type']) {
    case 'text':
      return addText(sorted.texts, part);
    case 'thinking':
    case 'reasoning': // the name of the OpenTelemetry conventions
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

/** A part without content is one whose content the producer keeps to itself. */
function addText(texts: string[], part: JsonObject): boolean {
  const content = part['content'];
  if (typeof content === 'string') {
    texts.push(content);
  }
  return typeof content === 'string' || content === undefined;
}

function toToolCall(part: JsonObject): JsonObject {
  const { name, arguments: args, ...rest } = part;
  return { ...rest, type: 'function', function: withPresent({}, { name, arguments: args }) };
}

/** PydanticAI calls it `result`, the OpenTelemetry conventions `response`. */
function toToolMessage(part: JsonObject): JsonObject {
  const { type: _type, id, result, response, ...rest } = part;
  const content = result === undefined ? response : result;
  return withPresent({ ...rest, role: 'tool' }, { content, tool_call_id: id });
}

function withPresent(
  target: JsonObject,
  members: Record<string, JsonValue | undefined>,
): JsonObject {
  for (const [key, value] of Object.entries(members)) {
    if (value !== undefined) {
      target[key] = value;
    }
  }
  return target;
}
