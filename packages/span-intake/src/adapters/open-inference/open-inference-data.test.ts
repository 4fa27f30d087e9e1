import type { JsonObject } from '@spanhouse/span-schema';
import { agAt, canonicalOtlpSpan } from '../../testing/mapped-ag.js';

const inAndOut = {
  'input.value': '{"model":"m","messages":[{"role":"user","content":"Sunny?"}]}',
  'output.value': '{"choices":[{"message":{"content":"Yes."}}]}',
};
const messages = {
  'llm.input_messages.0.message.content': 'Sunny?',
  'llm.output_messages.0.message.content': 'Yes.',
};

describe('data of OpenInference', () => {
  it('flattens messages and their tool calls', () => {
    const span = canonicalOtlpSpan({
      'llm.input_messages.0.message.role': 'user',
      'llm.input_messages.1.message.role': 'assistant',
      'llm.input_messages.1.message.tool_calls.0.tool_call.id': 'c-1',
      'llm.input_messages.1.message.tool_calls.0.tool_call.function.arguments': '{}',
      'llm.input_messages.1.message.tool_calls.1.tool_call.id': 'c-2',
    });

    expect(agAt(span, 'data.inputs.prompt')).toEqual([
      { role: 'user' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'c-1', function: { arguments: '{}' } }, { id: 'c-2' }],
      },
    ]);
  });

  it.each<[string, JsonObject]>([
    ['chat', { 'openinference.span.kind': 'LLM' }],
    ['completion', { 'llm.request.type': 'completion' }],
  ])('uses structured messages instead of input.value and output.value for a %s', (_node, kind) => {
    const span = canonicalOtlpSpan({ ...kind, ...inAndOut, ...messages });

    expect(agAt(span, 'data')).toEqual({
      inputs: { prompt: [{ content: 'Sunny?' }] },
      outputs: { completion: [{ content: 'Yes.' }] },
    });
    expect(agAt(span, 'unsupported')).toBeUndefined();
    expect(span.attributes).toMatchObject({ input: { value: inAndOut['input.value'] } });
  });

  it('keeps input.value and output.value of a chat without messages', () => {
    const values = { 'input.value': '{"model":"m"}', 'output.value': 'raw' };
    const span = canonicalOtlpSpan({ 'openinference.span.kind': 'LLM', ...values });

    expect(agAt(span, 'data')).toEqual({ inputs: { model: 'm' }, outputs: 'raw' });
  });

  it.each(['LLM', 'CHAIN', 'AGENT'])(
    'keeps values of a %s that have more content than its messages',
    (kind) => {
      const span = canonicalOtlpSpan({
        'openinference.span.kind': kind,
        ...messages,
        'input.value': 'Is it sunny in Bern?',
        'output.value': '{"content":"It rains."}',
        'output.mime_type': 'application/json',
      });

      expect(agAt(span, 'data')).toEqual({
        inputs: { prompt: [{ content: 'Sunny?' }], raw: 'Is it sunny in Bern?' },
        outputs: { completion: [{ content: 'Yes.' }], raw: { content: 'It rains.' } },
      });
      expect(agAt(span, 'unsupported')).toBeUndefined();
    },
  );

  it('drops the values of a chain whose messages have the same content', () => {
    const span = canonicalOtlpSpan({
      'openinference.span.kind': 'CHAIN',
      ...messages,
      'input.value': '{"messages":[{"type":"human","content":"Sunny?"}]}',
      'output.value': 'Yes.',
    });

    expect(agAt(span, 'data')).toEqual({
      inputs: { prompt: [{ content: 'Sunny?' }] },
      outputs: { completion: [{ content: 'Yes.' }] },
    });
  });

  it('reads typed contents of a message: texts, thoughts and images', () => {
    const at = 'llm.output_messages.0.message.contents';
    const span = canonicalOtlpSpan({
      [`${at}.0.message_content.type`]: 'reasoning',
      [`${at}.0.message_content.text`]: 'Bern is sunny.',
      [`${at}.1.message_content.type`]: 'text',
      [`${at}.1.message_content.text`]: 'Yes.',
      [`${at}.2.message_content.type`]: 'image',
      [`${at}.2.message_content.image.image.url`]: 'https://example.org/a.png',
    });

    expect(agAt(span, 'data.outputs.completion')).toEqual([
      {
        content: 'Yes.',
        thinking: 'Bern is sunny.',
        parts: [{ type: 'image', image: { url: 'https://example.org/a.png' } }],
      },
    ]);
  });

  it('reads a call among the contents, unless the message lists its calls', () => {
    const at = 'llm.output_messages.0.message';
    const content = {
      [`${at}.contents.0.message_content.type`]: 'tool_use',
      [`${at}.contents.0.tool_call.id`]: 'c-1',
      [`${at}.contents.0.tool_call.function.name`]: 'weather',
      [`${at}.contents.0.tool_call.function.arguments`]: '{}',
    };
    const listed = { [`${at}.tool_calls.0.tool_call.id`]: 'c-1' };
    const callsOf = (attributes: JsonObject) =>
      agAt(canonicalOtlpSpan(attributes), 'data.outputs.completion');

    expect(callsOf(content)).toMatchObject([
      { tool_calls: [{ id: 'c-1', type: 'function', function: { name: 'weather' } }] },
    ]);
    expect(callsOf({ ...content, ...listed })).toEqual([
      { content: '', tool_calls: [{ id: 'c-1' }] },
    ]);
  });

  it('keeps colliding values next to documents and vectors', () => {
    const span = canonicalOtlpSpan({
      'input.value': 'Sunny?',
      'embedding.embeddings.0.embedding.text': 'Bern',
      'output.value': 'Two documents',
      'retrieval.documents.0.document.content': 'Bern is sunny.',
      'retrieval.documents.0.document.metadata': '{"page":1}',
    });

    expect(agAt(span, 'data')).toEqual({
      inputs: { embeddings: [{ embedding: { text: 'Bern' } }], raw: 'Sunny?' },
      outputs: {
        retrieval: {
          documents: [{ document: { content: 'Bern is sunny.', metadata: { page: 1 } } }],
        },
        raw: 'Two documents',
      },
    });
    expect(agAt(span, 'unsupported')).toBeUndefined();
  });

  it('prefers parameters in separate attributes to invocation parameters', () => {
    const span = canonicalOtlpSpan({
      'gen_ai.request.temperature': 0.2,
      'llm.invocation_parameters': '{"temperature":0.5,"model":"m"}',
    });

    expect(agAt(span, 'meta.request')).toEqual({ temperature: 0.2, model: 'm' });
    expect(agAt(span, 'unsupported')).toBeUndefined();
  });
});
