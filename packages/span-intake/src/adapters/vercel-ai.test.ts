import type { JsonValue } from '@spanhouse/span-schema';
import { agAt, canonicalOtlpSpan } from '../testing/mapped-ag.js';

/** A mapping; without an expected value, the value is mapped unchanged. */
type Row = [source: string, sent: JsonValue, target: string | [string, JsonValue]];

const rows: Row[] = [
  ['ai.model.id', 'demo-model', 'meta.request.model'],
  ['ai.model.provider', 'openai.chat', 'meta.system'],
  ['ai.response.model', 'demo-model-1', 'meta.response.model'],
  ['ai.response.id', 'r-1', 'meta.response.id'],
  ['ai.response.timestamp', '2026-05-01T10:00:00.000Z', 'meta.response.timestamp'],
  ['ai.settings.temperature', 0.5, 'meta.request.temperature'],
  ['ai.settings.topP', 0.9, 'meta.request.top_p'],
  ['ai.settings.topK', 40, 'meta.request.top_k'],
  ['ai.settings.maxOutputTokens', 256, 'meta.request.max_tokens'],
  ['ai.settings.frequencyPenalty', 0.1, 'meta.request.frequency_penalty'],
  ['ai.settings.presencePenalty', 0.2, 'meta.request.presence_penalty'],
  ['ai.settings.stopSequences', ['END'], 'meta.request.stop_sequences'],
  ['ai.settings.seed', 7, 'meta.request.seed'],
  ['ai.settings.maxRetries', 2, 'meta.request.max_retries'],
  ['ai.usage.promptTokens', 12, 'metrics.tokens.incremental.prompt'],
  ['ai.usage.inputTokens', 12, 'metrics.tokens.incremental.prompt'],
  ['ai.usage.completionTokens', 3, 'metrics.tokens.incremental.completion'],
  ['ai.usage.outputTokens', 3, 'metrics.tokens.incremental.completion'],
  ['ai.usage.totalTokens', 15, 'metrics.tokens.incremental.total'],
  ['ai.usage.reasoningTokens', 5, 'metrics.tokens.incremental.reasoning'],
  ['ai.usage.cachedInputTokens', 8, 'metrics.tokens.incremental.cached'],
  ['ai.prompt', '{"prompt":"Sunny?"}', ['data.inputs', { prompt: 'Sunny?' }]],
  ['ai.prompt.messages', '[{"role":"user"}]', ['data.inputs.prompt', [{ role: 'user' }]]],
  ['ai.response.text', 'Yes.', 'data.outputs'],
  ['ai.response.text', '{"kept":"as text"}', 'data.outputs'],
  ['ai.response.object', '{"sunny":true}', ['data.outputs', { sunny: true }]],
  ['ai.response.reasoning', 'Bern is sunny.', 'data.outputs.reasoning'],
  [
    'ai.response.toolCalls',
    '[{"toolCallId":"c1"}]',
    ['data.outputs.toolCalls', [{ toolCallId: 'c1' }]],
  ],
  ['ai.toolCall.name', 'weather', 'data.inputs.name'],
  ['ai.toolCall.args', '{"city":"Bern"}', ['data.inputs.args', { city: 'Bern' }]],
  ['ai.toolCall.result', '"sunny"', ['data.outputs', 'sunny']],
  ['ai.response.finishReason', 'stop', ['meta.response.finish_reasons', ['stop']]],
  ['ai.operationId', 'ai.toolCall', ['type.span', 'tool']],
  ['ai.operationId', 'ai.embed', ['type.span', 'embedding']],
  ['ai.operationId', 'ai.embed.doEmbed', ['type.span', 'embedding']],
  ['ai.operationId', 'ai.embedMany', ['type.span', 'embedding']],
  ['ai.operationId', 'ai.embedMany.doEmbed', ['type.span', 'embedding']],
  ['ai.operationId', 'ai.generateText', ['type.span', 'task']],
  ['ai.operationId', 'ai.streamText.doStream', ['type.span', 'task']],
  ['ai.telemetry.metadata.userId', 'u-1', 'user.id'],
  ['ai.telemetry.metadata.sessionId', 's-1', 'session.id'],
];

describe('the Vercel AI SDK adapter', () => {
  it.each(rows)('maps %s (%j) to %s', (source, sent, target) => {
    const [path, mapped] = typeof target === 'string' ? [target, sent] : target;

    expect(agAt(canonicalOtlpSpan({ [source]: sent }), path)).toEqual(mapped);
  });

  it('keeps the attributes that it maps', () => {
    const { attributes } = canonicalOtlpSpan({ 'ai.prompt': '{"prompt":"Sunny?"}' });

    expect(attributes['ai']).toEqual({ prompt: '{"prompt":"Sunny?"}' });
  });

  it('does not map keys that only look similar', () => {
    const { attributes } = canonicalOtlpSpan({ 'model.id': 'a', 'main.ai.model.id': 'b' });

    expect(attributes['ag']).toEqual({
      data: {},
    });
  });

  it('prefers current token names to older ones, whatever the order of the attributes', () => {
    const older = { 'ai.usage.promptTokens': 1, 'ai.usage.completionTokens': 2 };
    const newer = { 'ai.usage.inputTokens': 12, 'ai.usage.outputTokens': 3 };

    for (const usage of [
      { ...older, ...newer },
      { ...newer, ...older },
    ]) {
      expect(agAt(canonicalOtlpSpan(usage), 'metrics.tokens.incremental')).toEqual({
        prompt: 12,
        completion: 3,
      });
    }
  });

  it('overwrites the GenAI attributes of the same span', () => {
    const span = canonicalOtlpSpan({
      'ai.response.model': 'by-vercel',
      'gen_ai.response.model': 'by-convention',
    });

    expect(agAt(span, 'meta.response.model')).toBe('by-vercel');
  });

  it('merges the messages into their prompt', () => {
    const span = canonicalOtlpSpan({
      'ai.prompt': '{"system":"Be brief."}',
      'ai.prompt.messages': '[{"role":"user"}]',
    });

    expect(agAt(span, 'data.inputs')).toEqual({ system: 'Be brief.', prompt: [{ role: 'user' }] });
  });

  it('keeps values that collide with the text of the model, under their path', () => {
    const span = canonicalOtlpSpan({
      'ai.response.text': 'Yes.',
      'ai.response.reasoning': 'Bern is sunny.',
    });

    expect(agAt(span, 'data.outputs')).toBe('Yes.');
    expect(agAt(span, 'unsupported._conflicts')).toEqual({
      'ag.data.outputs.reasoning': 'Bern is sunny.',
    });
  });

  it('keeps the text of a prompt that is not JSON', () => {
    const span = canonicalOtlpSpan({ 'ai.prompt': 'Sunny?', 'ai.response.toolCalls': '[{' });

    expect(agAt(span, 'unsupported.data.inputs')).toBe('Sunny?');
    expect(agAt(span, 'data.outputs.toolCalls')).toBe('[{');
  });
});
