import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { Adapter } from '../adapter.js';
import { parseEmbeddedJson } from '../embedded-json.js';
import type { MappedValues } from '../mapped-values.js';
import { rulesOf, toAgKey, toSpanType } from '../mapping-table.js';
import { responseMessages } from '../messages/body-messages.js';
import { readLangChainMessages } from './langchain-messages.js';

const kinds: Readonly<Record<string, string>> = {
  llm: 'chat',
  retriever: 'query',
  prompt: 'task',
  parser: 'task',
};

const promptKey = 'ag.data.inputs.prompt';
const completionKey = 'ag.data.outputs.completion';

/**
 * Maps the attributes of LangSmith's exporter. It sends inputs and outputs of a run as JSON in `gen_ai.prompt` and
 * `gen_ai.completion`.
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

/** Maps messages, or another value instead of them. */
function replace(mapped: MappedValues, { whole, messages }: Slot, value: JsonValue): void {
  mapped.deleteAtAndBelow(messages);
  mapped.set(Array.isArray(value) ? messages : whole, value);
}

/** Reads the messages of a model's generations, of a state, or of the result of a node. */
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

/** Removes the messages of the prompt: a state starts with them, before the added messages. */
function withoutStart(answer: JsonValue[], prompt: JsonValue[]): JsonValue[] {
  const isStart = prompt.every(
    (message, at) => JSON.stringify(message) === JSON.stringify(answer[at]),
  );
  return isStart ? answer.slice(prompt.length) : answer;
}

/** Maps the cached tokens, which the exporter's GenAI attributes leave out. */
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
