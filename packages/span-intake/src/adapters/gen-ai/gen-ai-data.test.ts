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
    'keeps mapped data when the messages are not a list but %j',
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
