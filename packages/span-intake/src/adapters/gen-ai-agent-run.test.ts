import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import { agAt, canonicalOtlpSpan } from '../testing/mapped-ag.js';

const PROMPT = [{ role: 'user', content: 'Sunny?' }];
const COMPLETION = [{ role: 'assistant', content: 'Yes.' }];
const CHAT = { 'gen_ai.operation.name': 'chat' };
const AGENT = { 'gen_ai.operation.name': 'invoke_agent' };
const EVENTS = [
  { 'event.name': 'gen_ai.user.message', role: 'user', content: 'Sunny?' },
  { 'event.name': 'gen_ai.choice', index: 0, message: { role: 'assistant', content: 'Yes.' } },
];

function dataOf(attributes: JsonObject): unknown {
  return agAt(canonicalOtlpSpan(attributes), 'data');
}

describe('GenAI data rule c: agent runs', () => {
  const QUESTION = { role: 'user', parts: [{ type: 'text', content: 'Sunny?' }] };
  const CALL = { role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'weather' }] };
  const RESULT = {
    role: 'user',
    parts: [{ type: 'tool_call_response', id: 'c1', name: 'weather', result: 'sunny' }],
  };
  const ANSWER = { role: 'assistant', parts: [{ type: 'text', content: 'Yes.' }] };
  const run = (messages: JsonValue) => ({ ...AGENT, 'pydantic_ai.all_messages': messages });

  it('splits the messages after the last one of the user, tool results not being of the user', () => {
    const messages = JSON.stringify([QUESTION, ANSWER, QUESTION, CALL, RESULT, ANSWER]);

    expect(dataOf(run(messages))).toEqual({
      inputs: { prompt: [...PROMPT, ...COMPLETION, ...PROMPT] },
      outputs: {
        completion: [
          {
            role: 'assistant',
            content: '',
            tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather' } }],
          },
          { role: 'tool', content: 'sunny', tool_call_id: 'c1', name: 'weather' },
          ...COMPLETION,
        ],
      },
    });
  });

  it.each([
    ['a text', 'Sunny.', 'Sunny.'],
    ['a JSON text', '{"sunny":true}', { sunny: true }],
  ])('completes with final_result, %s, when nothing is left', (_form, final_result, completion) => {
    expect(dataOf({ ...run([QUESTION]), final_result })).toEqual({
      inputs: { prompt: PROMPT },
      outputs: { completion },
    });
  });

  it('prefers the messages that are left to final_result', () => {
    expect(dataOf({ ...run([QUESTION, ANSWER]), final_result: 'Sunny.' })).toMatchObject({
      outputs: { completion: COMPLETION },
    });
  });

  it('has no outputs when nothing is left and there is no final_result', () => {
    expect(dataOf(run([QUESTION]))).toEqual({ inputs: { prompt: PROMPT } });
  });

  it('takes all as output when there is no message of the user', () => {
    expect(dataOf(run([ANSWER]))).toEqual({ outputs: { completion: COMPLETION } });
  });

  it.each([undefined, 'text', '[{', '{}', 7])(
    'takes final_result alone when all_messages are %j',
    (messages) => {
      const attributes = {
        final_result: 'Sunny.',
        ...(messages === undefined ? {} : { 'pydantic_ai.all_messages': messages }),
      };

      expect(dataOf(attributes)).toEqual({ outputs: { completion: 'Sunny.' } });
    },
  );

  it('applies to any operation that has a final_result', () => {
    const attributes = { ...run([QUESTION, ANSWER]), ...CHAT, final_result: 'Sunny.' };

    expect(dataOf(attributes)).toMatchObject({ inputs: { prompt: PROMPT } });
  });

  it('leaves other operations without final_result alone', () => {
    expect(dataOf({ ...run([QUESTION, ANSWER]), ...CHAT })).toEqual({});
  });

  it('comes before d, and leaves the events to d when it finds nothing', () => {
    const data = { inputs: { prompt: PROMPT }, outputs: { completion: COMPLETION } };

    expect(dataOf({ final_result: 'Sunny.', events: EVENTS })).toEqual({
      outputs: { completion: 'Sunny.' },
    });
    expect(dataOf({ ...AGENT, events: EVENTS })).toEqual(data);
  });
});
