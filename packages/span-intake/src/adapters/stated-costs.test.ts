import type { JsonObject } from '@spanhouse/span-schema';
import { agAt, canonicalOtlpSpan } from '../testing/mapped-ag.js';

describe('stated costs', () => {
  const usage = {
    'gen_ai.request.model': 'gpt-4o',
    'gen_ai.usage.input_tokens': 8,
    'gen_ai.usage.output_tokens': 2,
  };

  it.each<[string, JsonObject, JsonObject]>([
    ['PydanticAI and Logfire', { 'operation.cost': 0.5 }, { total: 0.5 }],
    [
      'LiteLLM',
      {
        'gen_ai.cost.input_cost': 0.25,
        'gen_ai.cost.output_cost': 0.5,
        'gen_ai.cost.total_cost': 1,
      },
      { prompt: 0.25, completion: 0.5, total: 1 },
    ],
    [
      'OpenInference',
      { 'llm.cost.prompt': 0.25, 'llm.cost.completion': 0.5 },
      { prompt: 0.25, completion: 0.5, total: 0.75 },
    ],
  ])('of %s take precedence over the price table and are marked', (_whose, costs, expected) => {
    const span = canonicalOtlpSpan({ ...usage, ...costs, 'gen_ai.operation.name': 'chat' });

    expect(span.metrics.costs.incremental).toEqual(expected);
    expect(span.pricing).toEqual({ source: 'client' });
    expect(agAt(span, 'unsupported')).toBeUndefined();
  });

  it('become cumulative on a wrapper', () => {
    const run = { ...usage, 'operation.cost': 0.5, 'gen_ai.operation.name': 'invoke_agent' };

    expect(canonicalOtlpSpan(run).metrics.costs).toMatchObject({ cumulative: { total: 0.5 } });
  });

  it('are not marked if they are not numbers', () => {
    const span = canonicalOtlpSpan({
      ...usage,
      'operation.cost': 'much',
      'gen_ai.operation.name': 'chat',
    });

    expect(span.pricing).toMatchObject({ model: 'gpt-4o' });
  });
});
