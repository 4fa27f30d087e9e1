import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { Adapter } from '../adapter.js';
import { completionKey, promptKey } from '../ag-key.js';
import { parseEmbeddedJson } from '../embedded-json.js';
import type { MappedValues } from '../mapped-values.js';
import { rulesOf, toAgKey, toSpanType } from '../mapping-table.js';
import { responseMessages } from '../messages/body-messages.js';
import { normaliseContents } from '../messages/normalise-messages.js';

const kinds: Readonly<Record<string, string>> = {
  llm: 'chat',
  retriever: 'query',
  prompt: 'task',
  parser: 'task',
};

/**
 * Maps the attributes of LangSmith's exporter. The exporter sends a run's inputs and outputs as JSON in `gen_ai.prompt`
 * and `gen_ai.completion`.
 */
export const langsmith: Adapter = {
  name: 'langsmith',
  ruleFor: rulesOf({
    exact: {
      'langsmith.span.kind': ['node', toNode],
      'langsmith.span.tags': 'meta.tags',
      'langsmith.metadata.session_id': 'session.id',
      'langsmith.metadata.thread_id': 'session.id',
      'langsmith.metadata.conversation_id': 'session.id',
      'langsmith.metadata.user_id': 'user.id',
      'langsmith.trace.name': 'meta.trace.name',
      'langsmith.trace.session_name': 'meta.trace.project',
    },
    prefix: { 'langsmith.metadata': 'meta.metadata' },
  }),
  finish(mapped, { attributes }) {
    const input = readJson(attributes['gen_ai.prompt']);
    const output = readJson(attributes['gen_ai.completion']);
    const prompt = input && readLangChainMessages(input['messages']);
    if (input !== undefined) {
      replace(mapped, { whole: 'ag.data.inputs', messages: promptKey }, prompt ?? input);
    }
    if (output !== undefined) {
      const answer = readAnswer(output);
      const slot = { whole: 'ag.data.outputs', messages: completionKey } as const;
      replace(mapped, slot, answer && prompt ? withoutStart(answer, prompt) : (answer ?? output));
    }
    mapUsage(mapped, attributes['langsmith.metadata.usage_metadata']);
  },
};

function toNode(kind: JsonValue): string | undefined {
  return kinds[String(kind)] ?? toSpanType(kind);
}

function readJson(value: JsonValue | undefined): JsonObject | undefined {
  const parsed = typeof value === 'string' ? parseEmbeddedJson(value) : undefined;
  return isJsonObject(parsed) ? parsed : undefined;
}

interface Slot {
  readonly whole: 'ag.data.inputs' | 'ag.data.outputs';
  readonly messages: typeof promptKey | typeof completionKey;
}

/**
 * Replaces messages that were mapped earlier. Maps a list as messages, and any other value as the whole input or
 * output.
 */
function replace(mapped: MappedValues, { whole, messages }: Slot, value: JsonValue): void {
  mapped.deleteAtAndBelow(messages);
  mapped.set(Array.isArray(value) ? messages : whole, value);
}

/** Reads the messages from a model's generations, from a graph's state, or from the result of a graph's node. */
function readAnswer(output: JsonObject): JsonValue[] | undefined {
  const generation = firstOf(firstOf(output['generations']));
  if (isJsonObject(generation)) {
    return readLangChainMessages([generation['message'] ?? null]);
  }
  const update = firstOf(output['output']);
  const state = isJsonObject(update) && isJsonObject(update['update']) ? update['update'] : output;
  return (
    readLangChainMessages(state['messages']) ??
    readLangChainMessages([output['output'] ?? null]) ??
    responseMessages(output)
  );
}

function firstOf(list: JsonValue | undefined): JsonValue | undefined {
  return Array.isArray(list) ? list[0] : undefined;
}

/**
 * Removes the prompt's messages from the beginning of the answer. Returns the answer unchanged if it does not begin
 * with the prompt.
 */
function withoutStart(answer: JsonValue[], prompt: JsonValue[]): JsonValue[] {
  const isStart = prompt.every(
    (message, at) => JSON.stringify(message) === JSON.stringify(answer[at]),
  );
  return isStart ? answer.slice(prompt.length) : answer;
}

/** Maps the counts of cached tokens, which are missing from the exporter's GenAI attributes. */
function mapUsage(mapped: MappedValues, sent: JsonValue | undefined): void {
  const details = readJson(sent)?.['input_token_details'];
  const { cache_read: read, cache_creation: written } = isJsonObject(details) ? details : {};
  if (typeof read === 'number') {
    mapped.set(toAgKey('tokens.cache_read'), read);
  }
  if (typeof written === 'number') {
    mapped.set(toAgKey('tokens.cache_creation'), written);
  }
}

const roles: Readonly<Record<string, string>> = {
  human: 'user',
  ai: 'assistant',
  AIMessageChunk: 'assistant',
  developer: 'system',
};

/**
 * Reads a list of LangChain messages. An entry is a serialised object with `lc` and `kwargs`, a dumped object with
 * `type`, a pair of role and content, or a message with `role`. Returns `undefined` for any other list.
 */
function readLangChainMessages(value: JsonValue | undefined): JsonValue[] | undefined {
  const list =
    Array.isArray(value) && Array.isArray(value[0]) && !isPair(value[0]) ? value[0] : value;
  if (!Array.isArray(list) || list.length === 0) {
    return undefined;
  }
  const messages = list.map(readMessage);
  return messages.every((message) => message !== undefined)
    ? normaliseContents(messages)
    : undefined;
}

function readMessage(value: JsonValue): JsonObject | undefined {
  if (isPair(value)) {
    return { role: toRole(value[0]), content: value[1] };
  }
  const message = isJsonObject(value) && isJsonObject(value['kwargs']) ? value['kwargs'] : value;
  if (!isJsonObject(message)) {
    return undefined;
  }
  const role = message['role'] ?? message['type'];
  return typeof role === 'string' && message['content'] !== undefined
    ? toMessage(toRole(role), message)
    : undefined;
}

function toMessage(role: string, message: JsonObject): JsonObject {
  const { content = '', tool_calls: calls, tool_call_id: callId, name } = message;
  const hasCalls = Array.isArray(calls) && calls.length > 0;
  return {
    role,
    content: hasCalls ? withoutCalls(content) : content,
    ...(hasCalls && { tool_calls: calls.map(toCall) }),
    ...(callId !== undefined && { tool_call_id: callId }),
    ...(role === 'tool' && name !== undefined && { name }),
  };
}

/** Converts a call from the form `{id, name, args}` to the form that `ag` uses. A missing member becomes null. */
function toCall(call: JsonValue): JsonValue {
  if (!isJsonObject(call) || call['function'] !== undefined) {
    return call;
  }
  const { id = null, name = null, args = null } = call;
  return { id, type: 'function', function: { name, arguments: args } };
}

/**
 * Removes tool calls from the content. For Anthropic's models, the calls are in the content as well as in `tool_calls`.
 */
function withoutCalls(content: JsonValue): JsonValue {
  return Array.isArray(content)
    ? content.filter((part) => !(isJsonObject(part) && part['type'] === 'tool_use'))
    : content;
}

function isPair(value: JsonValue): value is [string, string] {
  return (
    Array.isArray(value) && value.length === 2 && value.every((text) => typeof text === 'string')
  );
}

function toRole(type: string): string {
  return roles[type] ?? type;
}
