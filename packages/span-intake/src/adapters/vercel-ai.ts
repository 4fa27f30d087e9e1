import type { JsonValue } from '@spanhouse/span-schema';
import type { Adapter } from './adapter.js';
import { parseEmbeddedJson } from './embedded-json.js';
import { rulesOf, sameNames } from './mapping-table.js';

const nodes = new Map<JsonValue, string>([
  ['ai.toolCall', 'tool'],
  ['ai.embed', 'embedding'],
  ['ai.embed.doEmbed', 'embedding'],
  ['ai.embedMany', 'embedding'],
  ['ai.embedMany.doEmbed', 'embedding'],
]);

/** Maps the `ai.*` attributes of the Vercel AI SDK. Its `gen_ai.*` attributes are left to the GenAI adapter. */
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
      'ai.settings.frequencyPenalty': 'meta.request.frequency_penalty',
      'ai.settings.presencePenalty': 'meta.request.presence_penalty',
      'ai.settings.stopSequences': 'meta.request.stop_sequences',
      'ai.settings.seed': 'meta.request.seed',
      'ai.settings.maxRetries': 'meta.request.max_retries',
      'ai.usage.inputTokens': 'tokens.prompt',
      'ai.usage.promptTokens': 'tokens.prompt',
      'ai.usage.outputTokens': 'tokens.completion',
      'ai.usage.completionTokens': 'tokens.completion',
      'ai.usage.totalTokens': 'tokens.total',
      'ai.usage.reasoningTokens': 'tokens.reasoning',
      'ai.usage.cachedInputTokens': 'tokens.cached',
      'ai.prompt': ['data.inputs', parseEmbeddedJson],
      'ai.prompt.messages': ['data.inputs.prompt', parseEmbeddedJson],
      'ai.response.object': ['data.outputs', parseEmbeddedJson],
      'ai.response.text': 'data.outputs',
      'ai.response.reasoning': 'data.outputs.reasoning',
      'ai.response.toolCalls': ['data.outputs.toolCalls', parseEmbeddedJson],
      'ai.toolCall.name': 'data.inputs.name',
      'ai.toolCall.args': ['data.inputs.args', parseEmbeddedJson],
      'ai.toolCall.result': ['data.outputs', parseEmbeddedJson],
      'ai.response.finishReason': ['meta.response.finish_reasons', (reason) => [reason]],
      'ai.operationId': ['node', (id) => nodes.get(id) ?? 'task'],
      'ai.telemetry.metadata.userId': 'user.id',
      'ai.telemetry.metadata.sessionId': 'session.id',
    },
  }),
};
