import type { JsonValue } from '@spanhouse/span-schema';
import { agAt, canonicalOtlpSpan, itMaps } from '../../testing/mapped-ag.js';

describe('the GenAI adapter', () => {
  itMaps([
    ['gen_ai.request.top_k', 40, 'meta.request.top_k'],
    ['gen_ai.request.base_url', 'https://example.org', 'meta.request.base_url'],
    ['gen_ai.request.endpoint', '/v1/chat', 'meta.request.endpoint'],
    ['gen_ai.request.headers', '{"a":"b"}', 'meta.request.headers'],
    ['gen_ai.request.streaming', true, 'meta.request.streaming'],
    ['gen_ai.request.type', 'Completion', ['type.span', 'completion']],
    ['gen_ai.usage.total_tokens', 15, 'metrics.tokens.incremental.total'],
    ['gen_ai.agent.description', 'Answers.', 'meta.agent.description'],
    ['gen_ai.operation.name', 'chat', ['type.span', 'chat']],
    ['gen_ai.operation.name', 'create_agent', ['type.span', 'agent']],
    ['gen_ai.operation.name', 'execute_tool', ['type.span', 'tool']],
    ['gen_ai.operation.name', 'generate_content', ['type.span', 'completion']],
    ['gen_ai.operation.name', 'text_completion', ['type.span', 'completion']],
    ['gen_ai.operation.name', 'anything_else', ['type.span', 'task']],
  ]);

  it('keeps the attributes that it maps', () => {
    const { attributes } = canonicalOtlpSpan({ 'gen_ai.request.model': 'demo-model' });

    expect(attributes['gen_ai']).toEqual({ request: { model: 'demo-model' } });
  });

  it.each([
    ['gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens'],
    ['gen_ai.usage.prompt_tokens', 'gen_ai.usage.completion_tokens'],
  ])('sums %s and %s when the total is absent', (prompt, completion) => {
    expect(tokensOf({ [prompt]: 12, [completion]: 3 })).toEqual({
      prompt: 12,
      completion: 3,
      total: 15,
    });
  });

  it('keeps a total that is sent', () => {
    const tokens = tokensOf({
      'gen_ai.usage.total_tokens': 20,
      'gen_ai.usage.input_tokens': 12,
      'gen_ai.usage.output_tokens': 3,
    });

    expect(tokens).toEqual({ prompt: 12, completion: 3, total: 20 });
  });

  it.each<[string, Record<string, JsonValue>, number]>([
    [
      'the answer has no tokens',
      { 'gen_ai.usage.input_tokens': 12, 'gen_ai.usage.output_tokens': 0 },
      12,
    ],
    [
      'the prompt has no tokens',
      { 'gen_ai.usage.input_tokens': 0, 'gen_ai.usage.output_tokens': 3 },
      3,
    ],
    ['one part is missing', { 'gen_ai.usage.input_tokens': 12 }, 12],
    [
      'a part is not a number',
      { 'gen_ai.usage.input_tokens': 12, 'gen_ai.usage.output_tokens': 'many' },
      12,
    ],
  ])('computes the total when %s', (_when, attributes, total) => {
    expect(tokensOf(attributes)).toMatchObject({ total });
  });

  it('prefers current names to older ones, whatever the order of the attributes', () => {
    const older = { 'gen_ai.usage.prompt_tokens': 1, 'gen_ai.usage.completion_tokens': 2 };
    const newer = { 'gen_ai.usage.input_tokens': 12, 'gen_ai.usage.output_tokens': 3 };
    const tokens = { prompt: 12, completion: 3, total: 15 };

    expect(tokensOf({ ...older, ...newer })).toEqual(tokens);
    expect(tokensOf({ ...newer, ...older })).toEqual(tokens);
  });

  it('moves values of the wrong type aside, so that nothing is lost', () => {
    const span = canonicalOtlpSpan({
      'gen_ai.conversation.id': 7,
      'gen_ai.usage.input_tokens': 'many',
    });

    expect(agAt(span, 'unsupported')).toEqual({
      session: { id: 7 },
      metrics: { tokens: { incremental: { prompt: 'many' } } },
    });
  });
});

function tokensOf(attributes: Record<string, JsonValue>): unknown {
  return agAt(canonicalOtlpSpan(attributes), 'metrics.tokens.incremental');
}
