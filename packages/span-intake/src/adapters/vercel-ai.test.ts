import type { JsonValue } from '@spanhouse/span-schema';
import { agAt, canonicalOtlpSpan, itMaps } from '../testing/mapped-ag.js';

describe('the Vercel AI SDK adapter', () => {
  itMaps([
    ['ai.response.model', 'demo-model-1', 'meta.response.model'],
    ['ai.response.id', 'r-1', 'meta.response.id'],
    ['ai.settings.topK', 40, 'meta.request.top_k'],
    ['ai.settings.frequencyPenalty', 0.1, 'meta.request.frequency_penalty'],
    ['ai.settings.presencePenalty', 0.2, 'meta.request.presence_penalty'],
    ['ai.usage.totalTokens', 15, 'metrics.tokens.incremental.total'],
    ['ai.response.text', '{"kept":"as text"}', 'data.outputs'],
    ['ai.operationId', 'ai.toolCall', ['type.span', 'tool']],
    ['ai.operationId', 'ai.embed', ['type.span', 'embedding']],
    ['ai.operationId', 'ai.embed.doEmbed', ['type.span', 'embedding']],
    ['ai.operationId', 'ai.embedMany', ['type.span', 'embedding']],
    ['ai.operationId', 'ai.embedMany.doEmbed', ['type.span', 'embedding']],
    ['ai.operationId', 'ai.rerank.doRerank', ['type.span', 'rerank']],
    ['ai.operationId', 'ai.generateText.doGenerate', ['type.span', 'chat']],
    ['ai.operationId', 'ai.streamText.doStream', ['type.span', 'chat']],
  ]);

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
        total: 15,
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

  it('keeps a prompt that has more content than the messages', () => {
    const span = canonicalOtlpSpan({
      'ai.prompt': '{"system":"Be brief."}',
      'ai.prompt.messages': '[{"role":"user"}]',
    });

    expect(agAt(span, 'data.inputs')).toEqual({
      prompt: [{ role: 'user' }],
      raw: { system: 'Be brief.' },
    });
  });

  it.each(['', 'Let me see.'])('joins the text %j, thoughts and calls to one message', (text) => {
    const span = canonicalOtlpSpan({
      'ai.response.text': text,
      'ai.response.reasoning': 'I need the weather.',
      'ai.response.toolCalls': '[{"toolCallId":"c-1","toolName":"weather","input":"{}"}]',
    });

    expect(agAt(span, 'data.outputs')).toEqual({
      completion: [
        {
          role: 'assistant',
          content: text,
          thinking: 'I need the weather.',
          tool_calls: [
            { id: 'c-1', type: 'function', function: { name: 'weather', arguments: '{}' } },
          ],
        },
      ],
    });
    expect(agAt(span, 'unsupported')).toBeUndefined();
  });

  it('shows the answer of a model call as a message', () => {
    const id = { 'ai.operationId': 'ai.generateText.doGenerate' };

    expect(agAt(canonicalOtlpSpan({ ...id, 'ai.response.text': 'Yes.' }), 'data.outputs')).toEqual({
      completion: [{ role: 'assistant', content: 'Yes.' }],
    });
  });

  it.each<[string, string, JsonValue]>([
    ['may take several steps', 'ai.settings.maxSteps', 3],
    ['answers with calls of tools', 'ai.response.toolCalls', '[]'],
    ['is given tools', 'ai.prompt.tools', ['{"name":"weather"}']],
  ])('takes a function of the SDK that %s for an agent', (_what, key, value) => {
    const span = canonicalOtlpSpan({ 'ai.operationId': 'ai.streamText', [key]: value });

    expect(span.span_type).toBe('agent');
  });

  it('keeps the text of a prompt that is not JSON', () => {
    const span = canonicalOtlpSpan({ 'ai.prompt': 'Sunny?', 'ai.response.toolCalls': '[{' });

    expect(agAt(span, 'data.inputs')).toEqual({ value: 'Sunny?' });
    expect(agAt(span, 'data.outputs.toolCalls')).toBe('[{');
  });

  it('adds cached tokens that version 5 leaves out of the usage', () => {
    const usage = { input_tokens: 4, cache_read_input_tokens: 6, cache_creation_input_tokens: 2 };
    const span = canonicalOtlpSpan({
      'ai.operationId': 'ai.generateText.doGenerate',
      'ai.usage.promptTokens': 4,
      'ai.usage.completionTokens': 3,
      'ai.response.providerMetadata': JSON.stringify({ anthropic: { usage } }),
    });

    expect(span.metrics.tokens.incremental).toEqual({
      prompt: 12,
      completion: 3,
      total: 15,
      cache_read: 6,
      cache_creation: 2,
    });
  });
});
