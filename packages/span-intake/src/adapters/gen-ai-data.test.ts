import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import { agAt, canonicalOtlpSpan } from '../testing/mapped-ag.js';

const IN = [{ role: 'user', parts: [{ type: 'text', content: 'Sunny?' }] }];
const OUT = [{ role: 'assistant', parts: [{ type: 'text', content: 'Yes.' }] }];
const PROMPT = [{ role: 'user', content: 'Sunny?' }];
const COMPLETION = [{ role: 'assistant', content: 'Yes.' }];
const CHAT = { 'gen_ai.operation.name': 'chat' };
const EVENTS = [
  { 'event.name': 'gen_ai.user.message', role: 'user', content: 'Sunny?' },
  { 'event.name': 'gen_ai.choice', index: 0, message: { role: 'assistant', content: 'Yes.' } },
];
const NOT_EVENTS: JsonValue[] = ['text', '{"role":"user"}', '[{', 7, { role: 'user' }];

function dataOf(attributes: JsonObject): unknown {
  return agAt(canonicalOtlpSpan(attributes), 'data');
}

describe('GenAI data rule a: messages', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['JSON texts', JSON.stringify(IN), JSON.stringify(OUT)],
    ['lists', IN, OUT],
  ])('takes prompt and completion from %s', (_form, input, output) => {
    const attributes = {
      ...CHAT,
      'gen_ai.input.messages': input,
      'gen_ai.output.messages': output,
    };

    expect(dataOf(attributes)).toEqual({
      inputs: { prompt: PROMPT },
      outputs: { completion: COMPLETION },
    });
  });

  it('holds for a span that has no other key of the conventions', () => {
    expect(dataOf({ 'gen_ai.output.messages': OUT })).toEqual({
      outputs: { completion: COMPLETION },
    });
  });

  it('replaces inputs and outputs that other conventions have mapped, at whatever depth', () => {
    const attributes = {
      'gen_ai.prompt.0.content': 'by prefix',
      'llm.request.functions.0.name': 'by prefix',
      'gen_ai.completion.0.content': 'by prefix',
      'llm.function_call': 'by key',
      'gen_ai.input.messages': IN,
      'gen_ai.output.messages': OUT,
    };

    expect(dataOf(attributes)).toEqual({
      inputs: { prompt: PROMPT },
      outputs: { completion: COMPLETION },
    });
  });

  it('replaces only what it has messages for', () => {
    const attributes = { 'gen_ai.prompt.0.content': 'by prefix', 'gen_ai.output.messages': OUT };

    expect(dataOf(attributes)).toEqual({
      inputs: { prompt: [{ content: 'by prefix' }] },
      outputs: { completion: COMPLETION },
    });
  });

  it('keeps b, c and d from applying', () => {
    const attributes = {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.tool.name': 'weather',
      final_result: 'Sunny.',
      events: EVENTS,
      'gen_ai.output.messages': OUT,
    };

    expect(dataOf(attributes)).toEqual({ outputs: { completion: COMPLETION } });
  });

  it.each(['Sunny?', '[{', '{"role":"user"}', 7, null])(
    'leaves what is mapped alone when the messages are no list but %j',
    (messages) => {
      const attributes = { ...CHAT, 'gen_ai.input.messages': messages, events: EVENTS };
      const span = canonicalOtlpSpan(attributes);

      expect(agAt(span, 'data.inputs')).toEqual({ prompt: PROMPT });
      expect(span.attributes['gen_ai']).toMatchObject({ input: { messages } });
    },
  );
});

describe('GenAI data rule b: tools', () => {
  const TOOL = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'weather' };

  it.each([
    ['tool_arguments', 'tool_response'],
    ['gen_ai.tool.call.arguments', 'gen_ai.tool.call.result'],
  ])('takes %s and %s', (given, result) => {
    expect(dataOf({ ...TOOL, [given]: '{"city":"Bern"}', [result]: '{"sunny":true}' })).toEqual({
      inputs: { name: 'weather', arguments: { city: 'Bern' } },
      outputs: { sunny: true },
    });
  });

  it('prefers tool_arguments and tool_response', () => {
    const attributes = {
      ...TOOL,
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

  it('has no arguments and no outputs where there are none', () => {
    expect(dataOf(TOOL)).toEqual({ inputs: { name: 'weather' } });
  });

  it('keeps texts that are no JSON', () => {
    const attributes = { ...TOOL, tool_arguments: '{"city":', tool_response: 'sunny' };

    expect(dataOf(attributes)).toEqual({
      inputs: { name: 'weather', arguments: '{"city":' },
      outputs: 'sunny',
    });
  });

  it('comes before c and d', () => {
    expect(dataOf({ ...TOOL, final_result: 'Sunny.', events: EVENTS })).toEqual({
      inputs: { name: 'weather' },
    });
  });

  it('does not apply when data is mapped already', () => {
    expect(dataOf({ ...TOOL, 'input.value': 'Sunny?', 'output.value': 'by key' })).toMatchObject({
      outputs: 'by key',
    });
  });
});

describe('GenAI data rule d: events', () => {
  it.each<[string, JsonValue]>([
    ['events', EVENTS],
    ['events', JSON.stringify(EVENTS)],
    ['all_messages_events', EVENTS],
    ['all_messages_events', JSON.stringify(EVENTS)],
  ])('takes prompt and completion from %s', (key, events) => {
    expect(dataOf({ ...CHAT, [key]: events })).toEqual({
      inputs: { prompt: PROMPT },
      outputs: { completion: COMPLETION },
    });
  });

  it('prefers events to all_messages_events', () => {
    const attributes = { ...CHAT, all_messages_events: EVENTS, events: EVENTS.slice(0, 1) };

    expect(dataOf(attributes)).toEqual({ inputs: { prompt: PROMPT } });
  });

  it.each(NOT_EVENTS)(
    'falls back to all_messages_events when events are no list but %j',
    (events) => {
      expect(dataOf({ ...CHAT, events, all_messages_events: EVENTS })).toMatchObject({
        inputs: { prompt: PROMPT },
      });
    },
  );

  it('leaves a span alone that has events and none of the keys of the conventions', () => {
    expect(dataOf({ events: EVENTS })).toEqual({});
  });

  it('does not apply when data is mapped already', () => {
    expect(dataOf({ ...CHAT, events: EVENTS, 'output.value': 'by key' })).toEqual({
      outputs: 'by key',
    });
  });
});
