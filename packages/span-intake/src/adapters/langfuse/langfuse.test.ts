import type { JsonObject } from '@spanhouse/span-schema';
import { agAt, canonicalOtlpSpan } from '../../testing/mapped-ag.js';

function observe(members: JsonObject) {
  const entries = Object.entries(members).map(([name, value]) => [
    `langfuse.observation.${name}`,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return canonicalOtlpSpan(Object.fromEntries(entries));
}

const question = { role: 'user', content: 'Is it sunny?' };

describe('Langfuse', () => {
  it.each([
    ['generation', 'chat'],
    ['embedding', 'embedding'],
    ['agent', 'agent'],
    ['tool', 'tool'],
    ['retriever', 'query'],
    ['guardrail', 'task'],
    ['span', 'task'],
  ])('makes an observation %s a span of the type %s', (type, expected) => {
    expect(observe({ type }).span_type).toBe(expected);
  });

  it('takes messages and tools from the request of a generation, and its answer as completion', () => {
    const call = { id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } };
    const tools = [{ type: 'function', function: { name: 'weather' } }];
    const span = observe({
      type: 'generation',
      input: { messages: [question], tools },
      output: { role: 'assistant', content: null, tool_calls: [call] },
    });

    expect(agAt(span, 'data')).toEqual({
      inputs: { prompt: [question], tools },
      outputs: { completion: [{ role: 'assistant', content: null, tool_calls: [call] }] },
    });
  });

  it('reads the items of the Responses API', () => {
    const span = observe({
      type: 'generation',
      input: { input: [question] },
      output: [{ type: 'function_call', call_id: 'c1', name: 'weather', arguments: '{}' }],
    });

    expect(agAt(span, 'data.inputs.prompt')).toEqual([question]);
    expect(agAt(span, 'data.outputs.completion')).toMatchObject([
      { role: 'assistant', tool_calls: [{ id: 'c1', function: { name: 'weather' } }] },
    ]);
  });

  it('converts the text of a stream to a message', () => {
    const span = observe({ type: 'generation', input: [question], output: 'Yes.' });

    expect(agAt(span, 'data.outputs.completion')).toEqual([{ role: 'assistant', content: 'Yes.' }]);
  });

  it('keeps other inputs and outputs unchanged', () => {
    const span = observe({ type: 'span', input: { args: [1] }, output: 'done' });

    expect(agAt(span, 'data')).toEqual({ inputs: { args: [1] }, outputs: 'done' });
  });

  it.each<[string, JsonObject, JsonObject]>([
    [
      'of OpenAI, which contain cached tokens',
      { prompt_tokens: 100, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 40 } },
      { prompt: 100, completion: 7, total: 107, cache_read: 40 },
    ],
    [
      'of the Responses API',
      { input_tokens: 100, output_tokens: 7, input_tokens_details: { cached_tokens: 40 } },
      { prompt: 100, completion: 7, total: 107, cache_read: 40 },
    ],
    [
      'of its own, which are disjoint',
      { input: 60, input_cached_tokens: 40, output: 5, output_reasoning_tokens: 2, total: 107 },
      { prompt: 100, completion: 7, total: 107, cache_read: 40, reasoning: 2 },
    ],
    [
      'of Anthropic',
      { input: 10, cache_read_input_tokens: 40, cache_creation_input_tokens: 50, output: 7 },
      { prompt: 100, completion: 7, total: 107, cache_read: 40, cache_creation: 50 },
    ],
  ])('counts tokens %s', (_form, usage_details, expected) => {
    const span = observe({ type: 'generation', usage_details });

    expect(span.metrics.tokens.incremental).toEqual(expected);
  });

  it('spreads the parameters of the model, and names model and prompt', () => {
    const span = observe({
      type: 'generation',
      'model.name': 'gpt-4o-mini',
      'model.parameters': { temperature: 0.2 },
      'prompt.name': 'greeting',
    });

    expect(agAt(span, 'meta')).toMatchObject({
      request: { temperature: 0.2 },
      response: { model: 'gpt-4o-mini' },
      prompt: { name: 'greeting' },
    });
  });

  it('maps every key', () => {
    const names = ['trace.name', 'trace.tags', 'trace.metadata.tier', 'environment', 'release'];
    const span = canonicalOtlpSpan(
      Object.fromEntries(names.map((name) => [`langfuse.${name}`, 'x'])),
    );

    expect(agAt(span, 'unsupported')).toBeUndefined();
  });
});
