import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import { agAt, canonicalOtlpSpan } from '../../testing/mapped-ag.js';

const sentMessages = [{ role: 'user', parts: [{ type: 'text', content: 'Sunny?' }] }];
const out = [{ role: 'assistant', parts: [{ type: 'text', content: 'Yes.' }] }];
const prompt = [{ role: 'user', content: 'Sunny?' }];
const completion = [{ role: 'assistant', content: 'Yes.' }];
const chat = { 'gen_ai.operation.name': 'chat' };
const sentEvents = [
  { 'event.name': 'gen_ai.user.message', role: 'user', content: 'Sunny?' },
  { 'event.name': 'gen_ai.choice', index: 0, message: { role: 'assistant', content: 'Yes.' } },
];
const notEvents: JsonValue[] = ['text', '{"role":"user"}', '[{', 7, { role: 'user' }];

function dataOf(attributes: JsonObject): unknown {
  return agAt(canonicalOtlpSpan(attributes), 'data');
}

describe('GenAI data rule a: messages', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['JSON texts', JSON.stringify(sentMessages), JSON.stringify(out)],
    ['lists', sentMessages, out],
  ])('reads prompt and completion from %s', (_form, input, output) => {
    const attributes = {
      ...chat,
      'gen_ai.input.messages': input,
      'gen_ai.output.messages': output,
    };

    expect(dataOf(attributes)).toEqual({
      inputs: { prompt: prompt },
      outputs: { completion: completion },
    });
  });

  it('applies to a span that has no other key of the conventions', () => {
    expect(dataOf({ 'gen_ai.output.messages': out })).toEqual({
      outputs: { completion: completion },
    });
  });

  it('replaces the messages that other conventions have mapped, and nothing else', () => {
    const attributes = {
      'gen_ai.prompt.0.content': 'by prefix',
      'llm.request.functions.0.name': 'by prefix',
      'gen_ai.completion.0.content': 'by prefix',
      'llm.function_call': 'by key',
      'gen_ai.input.messages': sentMessages,
      'gen_ai.output.messages': out,
    };

    expect(dataOf(attributes)).toEqual({
      inputs: { prompt: prompt, functions: [{ name: 'by prefix' }] },
      outputs: { completion: completion, function_call: 'by key' },
    });
  });

  it('replaces only the data for which it has messages', () => {
    const attributes = { 'gen_ai.prompt.0.content': 'by prefix', 'gen_ai.output.messages': out };

    expect(dataOf(attributes)).toEqual({
      inputs: { prompt: [{ content: 'by prefix' }] },
      outputs: { completion: completion },
    });
  });

  it('takes precedence over rules b, c and d', () => {
    const attributes = {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.tool.name': 'weather',
      final_result: 'Sunny.',
      events: sentEvents,
      'gen_ai.output.messages': out,
    };

    expect(dataOf(attributes)).toEqual({ outputs: { completion: completion } });
  });

  it.each(['Sunny?', '[{', '{"role":"user"}', 7, null])(
    'keeps mapped data if the messages are %j and not a list',
    (messages) => {
      const attributes = { ...chat, 'gen_ai.input.messages': messages, events: sentEvents };
      const span = canonicalOtlpSpan(attributes);

      expect(agAt(span, 'data.inputs')).toEqual({ prompt: prompt });
      expect(span.attributes['gen_ai']).toMatchObject({ input: { messages } });
    },
  );
});

describe('GenAI data rule b: tools', () => {
  const tool = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'weather' };

  it.each([
    ['tool_arguments', 'tool_response'],
    ['gen_ai.tool.call.arguments', 'gen_ai.tool.call.result'],
  ])('reads %s and %s', (given, result) => {
    expect(dataOf({ ...tool, [given]: '{"city":"Bern"}', [result]: '{"sunny":true}' })).toEqual({
      inputs: { name: 'weather', arguments: { city: 'Bern' } },
      outputs: { sunny: true },
    });
  });

  it('prefers tool_arguments and tool_response', () => {
    const attributes = {
      ...tool,
      'gen_ai.tool.call.arguments': 'second',
      'gen_ai.tool.call.result': 'second',
      tool_arguments: 'first',
      tool_response: 'first',
    };

    expect(dataOf(attributes)).toEqual({
      inputs: { name: 'weather', arguments: 'first' },
      outputs: 'first',
    });
  });

  it('has no arguments and no outputs when the span has none', () => {
    expect(dataOf(tool)).toEqual({ inputs: { name: 'weather' } });
  });

  it('keeps texts that are not JSON', () => {
    const attributes = { ...tool, tool_arguments: '{"city":', tool_response: 'sunny' };

    expect(dataOf(attributes)).toEqual({
      inputs: { name: 'weather', arguments: '{"city":' },
      outputs: 'sunny',
    });
  });

  it('takes precedence over rules c and d', () => {
    expect(dataOf({ ...tool, final_result: 'Sunny.', events: sentEvents })).toEqual({
      inputs: { name: 'weather' },
    });
  });

  it('does not apply when data is mapped already', () => {
    expect(dataOf({ ...tool, 'input.value': 'Sunny?', 'output.value': 'by key' })).toMatchObject({
      outputs: 'by key',
    });
  });
});

describe('GenAI data rule c: agent runs', () => {
  const agent = { 'gen_ai.operation.name': 'invoke_agent' };
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

    expect(dataOf({ final_result: 'Sunny.', events: sentEvents })).toEqual({
      outputs: { completion: 'Sunny.' },
    });
    expect(dataOf({ ...agent, events: sentEvents })).toEqual(data);
  });
});

describe('GenAI data rule d: events', () => {
  it.each<[string, JsonValue]>([
    ['events', sentEvents],
    ['events', JSON.stringify(sentEvents)],
    ['all_messages_events', sentEvents],
    ['all_messages_events', JSON.stringify(sentEvents)],
  ])('reads prompt and completion from %s', (key, events) => {
    expect(dataOf({ ...chat, [key]: events })).toEqual({
      inputs: { prompt: prompt },
      outputs: { completion: completion },
    });
  });

  it('prefers events to all_messages_events', () => {
    const attributes = { ...chat, all_messages_events: sentEvents, events: sentEvents.slice(0, 1) };

    expect(dataOf(attributes)).toEqual({ inputs: { prompt: prompt } });
  });

  it.each(notEvents)(
    'falls back to all_messages_events when events are not a list but %j',
    (events) => {
      expect(dataOf({ ...chat, events, all_messages_events: sentEvents })).toMatchObject({
        inputs: { prompt: prompt },
      });
    },
  );

  it('does not change a span that has events but no key of the conventions', () => {
    expect(dataOf({ events: sentEvents })).toEqual({});
  });

  it('does not apply when data is mapped already', () => {
    expect(dataOf({ ...chat, events: sentEvents, 'output.value': 'by key' })).toEqual({
      outputs: 'by key',
    });
  });
});
