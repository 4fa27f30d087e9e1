import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { toNumber } from '../metrics/echoes.js';
import type { Adapter, SentData } from './adapter.js';
import { completionKey, spanType } from './ag-key.js';
import { parseEmbeddedJson } from './embedded-json.js';
import type { MappedValues } from './mapped-values.js';
import { rulesOf, sameNames, toAgKey } from './mapping-table.js';
import { toCall } from './messages/message-parts.js';
import { normaliseContents } from './messages/normalise-messages.js';

/** Maps the `ai.*` attributes of the Vercel AI SDK. The GenAI adapter maps the SDK's `gen_ai.*` attributes. */
export const vercelAi: Adapter = {
  name: 'vercel_ai',
  ruleFor: rulesOf({
    exact: {
      'ai.model.id': 'meta.request.model',
      'ai.model.provider': 'meta.system',
      ...sameNames('ai.response', 'meta.response', ['model', 'id', 'timestamp']),
      'ai.settings.temperature': 'meta.request.temperature',
      'ai.settings.topP': 'meta.request.top_p',
      'ai.settings.topK': 'meta.request.top_k',
      'ai.settings.maxOutputTokens': 'meta.request.max_tokens',
      'ai.settings.maxTokens': 'meta.request.max_tokens',
      'ai.settings.frequencyPenalty': 'meta.request.frequency_penalty',
      'ai.settings.presencePenalty': 'meta.request.presence_penalty',
      'ai.settings.stopSequences': 'meta.request.stop_sequences',
      'ai.settings.seed': 'meta.request.seed',
      'ai.settings.maxRetries': 'meta.request.max_retries',
      'ai.usage.inputTokens': 'tokens.prompt',
      'ai.usage.promptTokens': 'tokens.prompt',
      'ai.usage.tokens': 'tokens.prompt',
      'ai.usage.outputTokens': 'tokens.completion',
      'ai.usage.completionTokens': 'tokens.completion',
      'ai.usage.totalTokens': 'tokens.total',
      'ai.usage.reasoningTokens': 'tokens.reasoning',
      'ai.usage.outputTokenDetails.reasoningTokens': 'tokens.reasoning',
      'ai.usage.cachedInputTokens': 'tokens.cached',
      'ai.usage.inputTokenDetails.cacheReadTokens': 'tokens.cache_read',
      'ai.usage.inputTokenDetails.cacheWriteTokens': 'tokens.cache_creation',
      'ai.prompt': ['data.inputs', parseEmbeddedJson],
      'ai.prompt.messages': ['data.inputs.prompt', parseMessages],
      'ai.prompt.tools': ['data.inputs.tools', parseEach],
      'ai.prompt.toolChoice': ['meta.request.tool_choice', parseEmbeddedJson],
      'ai.value': ['data.inputs.value', parseEmbeddedJson],
      'ai.values': ['data.inputs.values', parseEach],
      'ai.documents': ['data.inputs.documents', parseEach],
      'ai.embedding': ['data.outputs.embedding', parseEmbeddedJson],
      'ai.embeddings': ['data.outputs.embeddings', parseEach],
      'ai.ranking': ['data.outputs.ranking', parseEach],
      'ai.response.object': ['data.outputs', parseEmbeddedJson],
      'ai.response.text': 'data.outputs',
      'ai.response.reasoning': 'data.outputs.reasoning',
      'ai.response.toolCalls': ['data.outputs.toolCalls', parseEmbeddedJson],
      'ai.toolCall.name': 'data.inputs.name',
      'ai.toolCall.id': 'meta.tool.call.id',
      'ai.toolCall.args': ['data.inputs.args', parseEmbeddedJson],
      'ai.toolCall.result': ['data.outputs', parseEmbeddedJson],
      'ai.response.finishReason': ['meta.response.finish_reasons', (reason) => [reason]],
      'ai.operationId': ['node', toNode],
      'ai.telemetry.metadata.userId': 'user.id',
      'ai.settings.context.userId': 'user.id',
      'ai.telemetry.metadata.sessionId': 'session.id',
      'ai.settings.context.sessionId': 'session.id',
    },
    noticed: ['ai.settings.maxSteps', 'ai.response.providerMetadata'],
  }),
  finish(mapped, sent) {
    takeAnswer(mapped, sent);
    takeAgent(mapped, sent);
    takeProviderUsage(mapped, sent);
  },
};

const operations = new Map<JsonValue, string>([
  ['ai.toolCall', 'tool'],
  ['ai.embed', 'embedding'],
  ['ai.embedMany', 'embedding'],
  ['ai.rerank', 'rerank'],
]);

/** Matches the operation name of a model call, but not that of the SDK function that makes the call. */
const modelCall = /\.do[A-Z]/;

function isModelCall(id: JsonValue | undefined): boolean {
  return typeof id === 'string' && modelCall.test(id);
}

function toNode(id: JsonValue): string | undefined {
  if (typeof id !== 'string') {
    return undefined;
  }
  const [operation = ''] = id.split('.do', 1);
  return operations.get(operation) ?? (isModelCall(id) ? 'chat' : 'chain');
}

/** Maps the answer as a message if it consists of more than a string, or if the prompt consists of messages. */
function takeAnswer(mapped: MappedValues, { attributes }: SentData): void {
  const calls = mapped.get('ag.data.outputs.toolCalls');
  const toolCalls = Array.isArray(calls) && calls.every(isToolCall) ? calls.map(toToolCall) : [];
  const content = attributes['ai.response.text'] ?? attributes['ai.response.object'] ?? '';
  const thinking = attributes['ai.response.reasoning'];
  const isCall = isModelCall(attributes['ai.operationId']) && content !== '';
  if (!(toolCalls.length > 0 || isCall || (thinking !== undefined && content !== ''))) {
    return;
  }
  mapped.deleteAtAndBelow('ag.data.outputs');
  const message: JsonObject = {
    role: 'assistant',
    content,
    ...(toolCalls.length > 0 && { tool_calls: toolCalls }),
    ...(thinking !== undefined && { thinking }),
  };
  mapped.set(completionKey, [message]);
}

function isToolCall(call: JsonValue): call is JsonObject {
  return isJsonObject(call) && typeof call['toolName'] === 'string';
}

function toToolCall(call: JsonObject): JsonObject {
  return toCall(call['toolCallId'], call['toolName'], call['input'] ?? call['args']);
}

/** Sets the type `agent` on spans of SDK functions that may run tools in several steps. */
function takeAgent(mapped: MappedValues, { attributes }: SentData): void {
  const maxSteps = attributes['ai.settings.maxSteps'];
  const hasSteps = typeof maxSteps !== 'object' && Number(maxSteps) > 1;
  const hasTools =
    attributes['ai.response.toolCalls'] !== undefined ||
    attributes['ai.prompt.tools'] !== undefined;
  if (mapped.get(spanType) === 'chain' && (hasSteps || hasTools)) {
    mapped.set(spanType, 'agent');
  }
}

const promptTokens = toAgKey('tokens.prompt');
const cacheRead = toAgKey('tokens.cache_read');
const cacheCreation = toAgKey('tokens.cache_creation');

/** Maps the counts of cached tokens from Anthropic. Version 5 of the SDK omits them from the usage. */
function takeProviderUsage(mapped: MappedValues, { attributes }: SentData): void {
  const metadata = parseEmbeddedJson(attributes['ai.response.providerMetadata'] ?? null);
  const anthropic = isJsonObject(metadata) ? metadata['anthropic'] : undefined;
  const usage = isJsonObject(anthropic) ? anthropic['usage'] : undefined;
  if (!isJsonObject(usage) || mapped.get(cacheRead) !== undefined) {
    return;
  }
  const read = toNumber(usage['cache_read_input_tokens']);
  const written = toNumber(usage['cache_creation_input_tokens']);
  const isLeftOut = toNumber(mapped.get(promptTokens)) === toNumber(usage['input_tokens']);
  if (isLeftOut && read + written > 0) {
    mapped.set(promptTokens, toNumber(usage['input_tokens']) + read + written);
    mapped.set(cacheRead, read);
    mapped.set(cacheCreation, written);
    mapped.delete(toAgKey('tokens.total'));
  }
}

function parseMessages(value: JsonValue): JsonValue {
  const messages = parseEmbeddedJson(value);
  return Array.isArray(messages) ? normaliseContents(messages) : messages;
}

/** Parses each JSON string in a list. */
function parseEach(value: JsonValue): JsonValue {
  const list = parseEmbeddedJson(value);
  return Array.isArray(list) ? list.map(parseEmbeddedJson) : list;
}
