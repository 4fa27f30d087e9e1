import { type JsonObject, type JsonValue, stringifyJson } from '@spanhouse/span-schema';
import { anyJsonValue, anyText } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import { attributeMapper } from './attribute-mapper.js';

/** Keys whose values are split into parts, and keys with the same targets as these parts. */
const keys = [
  'gen_ai.operation.name',
  'gen_ai.input.messages',
  'gen_ai.output.messages',
  'gen_ai.tool.name',
  'gen_ai.tool.call.arguments',
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.output_tokens',
  'gen_ai.prompt.0.content',
  'pydantic_ai.all_messages',
  'final_result',
  'tool_response',
  'events',
  'all_messages_events',
  'ai.operationId',
  'ai.prompt',
  'ai.prompt.messages',
  'ai.response.object',
  'ai.response.toolCalls',
  'ai.response.finishReason',
  'input.value',
  'llm.input_messages.0.message.content',
  'llm.tools.0.tool.json_schema',
  'traceloop.entity.input',
  'ag.data.inputs.prompt.0.content',
];

const words = ['user', 'text', 'tool_call', 'tool_call_response', 'gen_ai.choice', 'invoke_agent'];
const members = ['role', 'content', 'parts', 'type', 'result', 'message', 'event.name', 'inputs'];

/** Generates nested lists and objects that resemble messages, parts and events. */
const anyContent: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...words),
    anyJsonValue(1),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...members), tie('value'), { maxKeys: 4 }),
  ),
})).value;

const anyAttributeValue = fc.oneof(
  anyContent,
  anyContent.map((value) => stringifyJson(value)),
  anyText(),
);

describe('attributeMapper', () => {
  it('never fails, changes no attribute and adds only ag', () => {
    const anyAttributes = fc.dictionary(fc.constantFrom(...keys), anyAttributeValue, {
      maxKeys: 8,
    });

    fc.assert(
      fc.property(anyAttributes, (sent) => {
        const attributes = structuredClone(sent) as JsonObject;

        expect(
          attributeMapper.map({ attributes, has_mapped_usage: false, has_stated_costs: false }),
        ).toEqual([]);

        for (const [key, value] of Object.entries(attributes)) {
          if (key in sent) {
            expect(value).toEqual(sent[key]);
          } else {
            expect(key).toMatch(/^ag\./);
          }
        }
        expect(Object.keys(attributes)).toEqual(expect.arrayContaining(Object.keys(sent)));
      }),
      { numRuns: 500 },
    );
  });

  it('accepts a token count with a member named toString', () => {
    const attributes: JsonObject = { 'gen_ai.usage.input_tokens': { toString: '' } };

    expect(
      attributeMapper.map({ attributes, has_mapped_usage: false, has_stated_costs: false }),
    ).toEqual([]);
  });
});
