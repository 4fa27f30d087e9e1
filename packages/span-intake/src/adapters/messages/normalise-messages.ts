import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { type ReadPart, readPart, toCall } from './message-parts.js';

/**
 * Converts messages to `{role, content, tool_calls?, thinking?, finish_reason?}`. Tool results become separate
 * messages, in the order of the conversation. Messages of an unknown form stay unchanged. Parts of an unknown kind stay
 * in `parts`.
 */
export function normaliseMessages(messages: readonly JsonValue[]): JsonValue[] {
  return messages.flatMap(normaliseMessage);
}

/** Converts messages whose `content` can be a list of parts, as in provider APIs and the AI SDK. */
export function normaliseContents(messages: readonly JsonValue[]): JsonValue[] {
  return messages.flatMap((message) => normaliseMessage(withParts(message)));
}

/** Moves a list in `content` to `parts`. */
function withParts(message: JsonValue): JsonValue {
  if (!(isJsonObject(message) && Array.isArray(message['content']))) {
    return message;
  }
  const { content, ...rest } = message;
  return { ...rest, parts: content as JsonValue[] };
}

/** Consecutive parts of a message, grouped by `toTurns`. */
interface Turn {
  texts: string[];
  thinking: string[];
  toolCalls: JsonValue[];
  toolResults: JsonValue[];
  others: JsonValue[];
}

function normaliseMessage(message: JsonValue): JsonValue[] {
  if (!isJsonObject(message)) {
    return [message];
  }
  const item = withFunctions(fromItem(message));
  const { parts } = item;
  if (!Array.isArray(parts)) {
    return [item];
  }
  const turns = toTurns(parts);
  return turns.flatMap((turn, at) => messagesOf(item, turn, at === turns.length - 1));
}

/** Converts a call, a result or a thought from OpenAI's Responses API to a message. */
function fromItem(message: JsonObject): JsonObject {
  const { type } = message;
  if (type === 'function_call' || type === 'function_call_output') {
    return { role: 'assistant', parts: [message] };
  }
  const { summary } = message;
  if (type === 'reasoning' && message['role'] === undefined && Array.isArray(summary)) {
    return { role: 'assistant', parts: summary.map(toThought) };
  }
  return message;
}

function toThought(part: JsonValue): JsonValue {
  return isJsonObject(part) ? { type: 'reasoning', text: part['text'] ?? '' } : part;
}

/** Converts tool calls from the form `{id, name, arguments}` to the form that `ag` uses. */
function withFunctions(message: JsonObject): JsonObject {
  const calls = message['tool_calls'];
  if (!(Array.isArray(calls) && calls.some(isBareCall))) {
    return message;
  }
  return {
    ...message,
    tool_calls: calls.map((call) => (isBareCall(call) ? complete(call) : call)),
  };
}

function isBareCall(call: JsonValue): call is JsonObject {
  return isJsonObject(call) && call['function'] === undefined && call['name'] !== undefined;
}

function complete(call: JsonObject): JsonObject {
  return toCall(call['id'], call['name'], call['arguments'] ?? call['args']);
}

/** Groups parts into turns. After a tool call and its results, the next part begins a new turn. */
function toTurns(parts: readonly JsonValue[]): Turn[] {
  let turn = createTurn();
  const turns = [turn];
  for (const part of parts) {
    const read = readPart(part);
    if (read?.kind !== 'result' && turn.toolCalls.length > 0 && turn.toolResults.length > 0) {
      turn = createTurn();
      turns.push(turn);
    }
    addPart(turn, part, read);
  }
  return turns;
}

function addPart(turn: Turn, part: JsonValue, read: ReadPart | undefined): void {
  switch (read?.kind) {
    case 'text':
    case 'thinking':
      if (read.text !== undefined) {
        (read.kind === 'text' ? turn.texts : turn.thinking).push(read.text);
      }
      break;
    case 'call':
      turn.toolCalls.push(read.value);
      break;
    case 'result':
      turn.toolResults.push(read.value);
      break;
    default:
      turn.others.push(part);
  }
}

function createTurn(): Turn {
  return { texts: [], thinking: [], toolCalls: [], toolResults: [], others: [] };
}

/**
 * Returns the messages of one turn.
 *
 * - Results follow the calls to which they belong. In a turn without calls, results precede the other parts.
 * - If the last turn has calls and results, its text becomes a final answer after the results, because the AI SDK
 *   combines all steps of an agent in one message.
 */
function messagesOf(message: JsonObject, turn: Turn, isLast: boolean): JsonValue[] {
  const { texts, thinking, toolCalls, toolResults, others } = turn;
  if (toolCalls.length > 0 && toolResults.length > 0) {
    const { finish_reason: _reason, ...rest } = message;
    const isAnswered = isLast && texts.length > 0;
    const calling = joinParts(isAnswered || !isLast ? rest : message, {
      ...turn,
      texts: isAnswered ? [] : texts,
    });
    const answer = { ...createTurn(), texts };
    return [calling, ...toolResults, ...(isAnswered ? [joinParts(message, answer)] : [])];
  }
  const isEmpty = texts.length + thinking.length + toolCalls.length + others.length === 0;
  return isEmpty && toolResults.length > 0
    ? toolResults
    : [...toolResults, joinParts(message, turn)];
}

function joinParts(message: JsonObject, turn: Turn): JsonObject {
  const { texts, thinking, toolCalls, others } = turn;
  const { parts: _parts, content = '', ...rest } = message;
  return {
    ...rest,
    content: texts.length === 0 ? content : texts.join(' '),
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
    ...(thinking.length > 0 && { thinking: thinking.join(' ') }),
    ...(others.length > 0 && { parts: others }),
  };
}
