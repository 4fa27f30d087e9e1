import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import { agAt, canonicalOtlpSpan } from '../../testing/mapped-ag.js';

const prompt = [{ role: 'user', content: 'Sunny?' }];
const completion = [{ role: 'assistant', content: 'Yes.' }];
const chat = { 'gen_ai.operation.name': 'chat' };
const agent = { 'gen_ai.operation.name': 'invoke_agent' };
const events = [
  { 'event.name': 'gen_ai.user.message', role: 'user', content: 'Sunny?' },
  { 'event.name': 'gen_ai.choice', index: 0, message: { role: 'assistant', content: 'Yes.' } },
];

function dataOf(attributes: JsonObject): unknown {
  return agAt(canonicalOtlpSpan(attributes), 'data');
}

describe('GenAI data rule c: agent runs', () => {
  const question = { role: 'user', parts: [{ type: 'text', content: 'Sunny?' }] };
  const call = { role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'weather' }] };
  const result = {
    role: 'user',
    parts: [{ type: 'tool_call_response', id: 'c1', name: 'weather', result: 'sunny' }],
  };
  const answer = { role: 'assistant', parts: [{ type: 'text', content: 'Yes.' }] };
  const run = (messages: JsonValue) => ({ ...agent, 'pydantic_ai.all_messages': messages });

  it('splits the messages after the last user message, which is never a tool result', () => {
    const messages = JSON.stringify([question, answer, question, call, result, answer]);

    expect(dataOf(run(messages))).toEqual({
      inputs: { prompt: [...prompt, ...completion, ...prompt] },
      outputs: {
        completion: [
          {
            role: 'assistant',
            content: '',
            tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather' } }],
          },
          { role: 'tool', content: 'sunny', tool_call_id: 'c1', name: 'weather' },
          ...completion,
        ],
      },
    });
  });

  it.each([
    ['a text', 'Sunny.', 'Sunny.'],
    ['a JSON text', '{"sunny":true}', { sunny: true }],
  ])(
    'uses final_result, %s, as the completion when no message follows',
    (_form, final_result, completion) => {
      expect(dataOf({ ...run([question]), final_result })).toEqual({
        inputs: { prompt: prompt },
        outputs: { completion },
      });
    },
  );

  it('prefers the following messages to final_result', () => {
    expect(dataOf({ ...run([question, answer]), final_result: 'Sunny.' })).toMatchObject({
      outputs: { completion: completion },
    });
  });

  it('has no outputs when no message follows and there is no final_result', () => {
    expect(dataOf(run([question]))).toEqual({ inputs: { prompt: prompt } });
  });

  it('reads all messages as output when the user sent none', () => {
    expect(dataOf(run([answer]))).toEqual({ outputs: { completion: completion } });
  });

  it.each([undefined, 'text', '[{', '{}', 7])(
    'uses final_result alone when all_messages are %j',
    (messages) => {
      const attributes = {
        final_result: 'Sunny.',
        ...(messages === undefined ? {} : { 'pydantic_ai.all_messages': messages }),
      };

      expect(dataOf(attributes)).toEqual({ outputs: { completion: 'Sunny.' } });
    },
  );

  it('applies to any operation that has a final_result', () => {
    const attributes = { ...run([question, answer]), ...chat, final_result: 'Sunny.' };

    expect(dataOf(attributes)).toMatchObject({ inputs: { prompt: prompt } });
  });

  it('ignores other operations without final_result', () => {
    expect(dataOf({ ...run([question, answer]), ...chat })).toEqual({});
  });

  it('takes precedence over events, which are read when it finds nothing', () => {
    const data = { inputs: { prompt: prompt }, outputs: { completion: completion } };

    expect(dataOf({ final_result: 'Sunny.', events: events })).toEqual({
      outputs: { completion: 'Sunny.' },
    });
    expect(dataOf({ ...agent, events: events })).toEqual(data);
  });
});
