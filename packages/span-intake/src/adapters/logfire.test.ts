import type { JsonObject } from '@spanhouse/span-schema';
import { agAt, canonicalOtlpSpan } from '../testing/mapped-ag.js';

const question = { role: 'user', content: 'Sunny?' };
const answer = { role: 'assistant', content: 'Yes.' };
const messages = { inputs: { prompt: [question] }, outputs: { completion: [answer] } };

describe('Logfire with the OpenAI Agents SDK', () => {
  it.each([
    ['Agent run: {name!r}', 'agent'],
    ['Function: {name}', 'tool'],
    ['OpenAI Agents trace: {name}', 'workflow'],
    ['Turn {turn} for agent weather_agent', 'chain'],
    ['answer {question}', 'task'],
  ])('makes "%s" a span of the type %s', (template, type) => {
    const span = canonicalOtlpSpan({ 'logfire.msg_template': template, name: 'weather' });

    expect(span.span_type).toBe(type);
  });

  it('sends the arguments and the result of a function as JSON', () => {
    const span = canonicalOtlpSpan({
      'logfire.msg_template': 'Function: {name}',
      name: 'weather',
      input: '{"city":"Paris"}',
      output: '{"temperature":18}',
    });

    expect(agAt(span, 'data')).toEqual({
      inputs: { name: 'weather', arguments: { city: 'Paris' } },
      outputs: { temperature: 18 },
    });
  });

  it('sends the messages of a chat completion in input and output', () => {
    const asked = [{ role: 'user', content: 'Is it sunny?' }];
    const answered = [{ role: 'assistant', content: 'Yes.' }];
    const span = canonicalOtlpSpan({
      'logfire.msg_template': 'Chat completion with {gen_ai.request.model!r}',
      'gen_ai.system': 'openai',
      input: JSON.stringify(asked),
      output: JSON.stringify(answered),
    });

    expect(agAt(span, 'data')).toEqual({
      inputs: { prompt: asked },
      outputs: { completion: answered },
    });
  });

  it('leaves the input and output of other spans unchanged', () => {
    const span = canonicalOtlpSpan({
      'logfire.msg_template': 'ask {input}',
      input: '[{"role":"user","content":"Is it sunny?"}]',
    });

    expect(agAt(span, 'data')).toEqual({});
  });

  it.each([
    { input_tokens: 9, input_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 } },
    { input_tokens: 3, cache_read_input_tokens: 4, cache_creation_input_tokens: 2 },
  ])("sends the tokens of the cache in the provider's usage", (usage) => {
    const span = canonicalOtlpSpan({
      'logfire.msg_template': 'Message with {model}',
      'gen_ai.usage.input_tokens': 9,
      'gen_ai.usage.raw': JSON.stringify(usage),
    });

    expect(agAt(span, 'metrics.tokens.incremental')).toMatchObject({
      prompt: 9,
      cache_read: 4,
      cache_creation: 2,
    });
  });

  it.each<[string, JsonObject]>([
    ['a message', { message: answer }],
    ['the text of a stream', { combined_chunk_content: 'Yes.', chunk_count: 2 }],
  ])('reads request_data, and %s in response_data', (_what, response) => {
    const span = canonicalOtlpSpan({
      request_data: JSON.stringify({ messages: [question], model: 'm' }),
      response_data: JSON.stringify(response),
    });

    expect(agAt(span, 'data')).toEqual(messages);
  });
});
