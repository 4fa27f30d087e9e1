import { agAt, canonicalOtlpSpan } from '../testing/mapped-ag.js';

const output = [{ role: 'assistant', parts: [], finish_reason: 'tool_calls' }];

describe('LiteLLM', () => {
  it('sends tool calls next to an empty answer, and both become one message', () => {
    const span = canonicalOtlpSpan({
      'litellm.call_id': 'l1',
      'gen_ai.output.messages': JSON.stringify(output),
      'gen_ai.completion.0.function_call.name': 'weather',
      'gen_ai.completion.0.function_call.arguments': '{"city":"Paris"}',
      'gen_ai.completion.1.function_call.name': 'time',
    });

    const weather = { name: 'weather', arguments: '{"city":"Paris"}' };
    expect(agAt(span, 'data.outputs.completion')).toEqual([
      {
        role: 'assistant',
        finish_reason: 'tool_calls',
        content: '',
        tool_calls: [
          { type: 'function', function: weather },
          { type: 'function', function: { name: 'time', arguments: null } },
        ],
      },
    ]);
  });

  it('keeps an answer without calls', () => {
    const span = canonicalOtlpSpan({
      'litellm.call_id': 'l1',
      'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', content: 'Yes.' }]),
    });

    expect(agAt(span, 'data.outputs.completion')).toEqual([{ role: 'assistant', content: 'Yes.' }]);
  });
});
