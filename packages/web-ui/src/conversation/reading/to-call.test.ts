import { parseLargeJson } from '../../api/json/parse-large-json.js';
import { asUnread } from '../../api/json/unread-json.js';
import { type Json, type ShownSpan, valueAt } from '../../api/shown-span.js';
import { writeJson } from '../../parts/values/write-json.js';
import { toCall } from './to-call.js';

const options = { levels: 4, signal: new AbortController().signal };

async function answered(spans: readonly object[]): Promise<readonly ShownSpan[]> {
  const parsed = await parseLargeJson(JSON.stringify({ spans }), options);
  return (parsed as { readonly spans: readonly ShownSpan[] }).spans;
}

/**
 * Returns model spans that repeat the same messages. Each span contains the messages twice, in two attribute
 * conventions.
 */
function conversation(calls: number, messages: number): readonly object[] {
  const filler = 'x'.repeat(100);
  const prompt = Array.from({ length: messages }, (_, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: [{ type: 'text', text: `message ${at} ${filler}` }],
    tool_calls: [{ id: `call ${at}`, function: { name: 'search', arguments: '{}' } }],
  }));
  const meta = { request: { temperature: 0.5 }, system_instructions: 'Be brief.' };
  return Array.from({ length: calls }, () => ({
    attributes: { ag: { data: { inputs: { prompt } }, meta }, llm: { input_messages: prompt } },
  }));
}

describe('toCall', () => {
  it.each([150, 250])('reads all of %d messages of each of 20 calls', async (messages) => {
    const spans = await answered(conversation(20, messages));

    for (const { inputs } of spans.map(toCall)) {
      expect(inputs).toHaveLength(messages + 1);
      expect(inputs[0]).toMatchObject({ role: 'system' });
      expect(inputs.at(-1)).toMatchObject({
        role: 'assistant',
        content: [{ kind: 'text', text: expect.stringContaining(`message ${messages - 1}`) }],
        toolCalls: [{ id: `call ${messages - 1}`, name: 'search' }],
      });
    }
  });

  it('reads the settings of a span with so many events that nothing else is built', async () => {
    const events = Array.from({ length: 40_000 }, (_, at) => ({
      name: `event ${at}`,
      attributes: {},
    }));
    const [sent] = conversation(1, 2);

    const [span] = await answered([{ ...sent, events }]);
    const call = toCall(span as ShownSpan);

    expect(asUnread(valueAt(span?.attributes, 'ag'))).toBeDefined();
    expect(call.span.attributes).toMatchObject({ ag: { meta: { request: { temperature: 0.5 } } } });
    expect(call.inputs).toHaveLength(3);
  });

  it('shows a list that is too large to build as one message with its JSON', async () => {
    const outputs = Array.from({ length: 5000 }, (_, row) => ({ row, text: 'x'.repeat(200) }));

    const [span] = await answered([{ attributes: { ag: { data: { outputs } } } }]);
    const [message, ...others] = toCall(span as ShownSpan).outputs;

    expect(others).toEqual([]);
    const part = message?.content[0] as { readonly kind: 'json'; readonly value: Json };
    expect(part.kind).toBe('json');
    expect(asUnread(part.value)).toBeDefined();
    expect(writeJson(part.value)).toBe(JSON.stringify(outputs));
  });
});
