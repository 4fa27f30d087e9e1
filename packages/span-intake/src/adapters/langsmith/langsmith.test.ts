import type { JsonObject } from '@spanhouse/span-schema';
import { agAt, canonicalOtlpSpan } from '../../testing/mapped-ag.js';

function run(kind: string, input: JsonObject, output: JsonObject) {
  return canonicalOtlpSpan({
    'langsmith.span.kind': kind,
    'gen_ai.prompt': JSON.stringify(input),
    'gen_ai.completion': JSON.stringify(output),
  });
}

function serialised(type: string, kwargs: JsonObject) {
  return { lc: 1, type: 'constructor', id: ['langchain'], kwargs: { type, ...kwargs } };
}

const question = { role: 'user', content: 'Is it sunny?' };

describe("LangSmith's exporter", () => {
  it('sends serialised messages of a model, which become messages with roles', () => {
    const span = run(
      'llm',
      { messages: [[serialised('human', { content: 'Is it sunny?' })]] },
      {
        generations: [
          [
            {
              message: serialised('ai', {
                content: [{ type: 'tool_use', id: 'c1', name: 'weather', input: {} }],
                tool_calls: [{ id: 'c1', name: 'weather', args: { city: 'Paris' } }],
              }),
            },
          ],
        ],
      },
    );

    const call = { name: 'weather', arguments: { city: 'Paris' } };
    expect(span.span_type).toBe('chat');
    expect(agAt(span, 'data')).toMatchObject({
      inputs: { prompt: [question] },
      outputs: {
        completion: [
          { role: 'assistant', tool_calls: [{ id: 'c1', type: 'function', function: call }] },
        ],
      },
    });
  });

  it('sends tool calls without some members, which become null', () => {
    const calls = [{ name: 'weather' }, { id: 'c2', args: {} }];
    const answer = serialised('ai', { content: '', tool_calls: calls });
    const span = run('llm', {}, { generations: [[{ message: answer }]] });

    expect(agAt(span, 'data.outputs.completion')).toEqual([
      {
        role: 'assistant',
        content: '',
        tool_calls: [
          { id: null, type: 'function', function: { name: 'weather', arguments: null } },
          { id: 'c2', type: 'function', function: { name: null, arguments: {} } },
        ],
      },
    ]);
  });

  it('leaves the messages of the prompt out of the state that an agent returns', () => {
    const span = run(
      'chain',
      { messages: [['user', 'Is it sunny?']] },
      {
        messages: [
          { type: 'human', content: 'Is it sunny?' },
          { type: 'ai', content: 'Yes.' },
        ],
      },
    );

    expect(agAt(span, 'data.outputs.completion')).toEqual([{ role: 'assistant', content: 'Yes.' }]);
  });

  it('keeps inputs and outputs without messages as objects', () => {
    const span = run('tool', { city: 'Paris' }, { output: 18 });

    expect(span.span_type).toBe('tool');
    expect(agAt(span, 'data')).toEqual({ inputs: { city: 'Paris' }, outputs: { output: 18 } });
  });

  it('has session, user and cached tokens in the metadata', () => {
    const usage = { input_tokens: 9, input_token_details: { cache_read: 4, cache_creation: 2 } };
    const span = canonicalOtlpSpan({
      'langsmith.metadata.session_id': 'session-3',
      'langsmith.metadata.user_id': 'user-7',
      'langsmith.metadata.usage_metadata': JSON.stringify(usage),
      'gen_ai.usage.input_tokens': 9,
    });

    expect(agAt(span, 'session.id')).toBe('session-3');
    expect(agAt(span, 'user.id')).toBe('user-7');
    expect(agAt(span, 'metrics.tokens.incremental')).toMatchObject({
      prompt: 9,
      cache_read: 4,
      cache_creation: 2,
    });
  });
});
