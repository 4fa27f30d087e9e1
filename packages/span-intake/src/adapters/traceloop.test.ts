import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import { agAt, canonicalOtlpSpan, itMaps } from '../testing/mapped-ag.js';

describe('the OpenLLMetry adapter', () => {
  itMaps([
    ['db.system', 'pinecone', 'meta.system'],
    ['llm.top_k', 40, 'meta.request.top_k'],
    ['db.vector.query.top_k', 3, 'meta.request.top_k'],
    ['pinecone.query.top_k', 5, 'meta.request.top_k'],
    ['llm.request.type', 'Rerank', ['type.span', 'rerank']],
    ['llm.usage.total_tokens', 15, 'metrics.tokens.incremental.total'],
    ['gen_ai.prompt', 'Sunny?', 'data.inputs.prompt'],
    ['gen_ai.completion', 'Yes.', 'data.outputs.completion'],
    ['llm.request.tools.0.type', 'function', ['data.inputs.tools', [{ type: 'function' }]]],
    ['traceloop.entity.input', { inputs: { q: 'Sunny?' } }, ['data.inputs', { q: 'Sunny?' }]],
    ['traceloop.entity.output', { outputs: ['Yes.'] }, ['data.outputs', ['Yes.']]],
  ]);

  it('appends the rest of a key to the target of its prefix', () => {
    const span = canonicalOtlpSpan({
      'gen_ai.prompt.0.role': 'system',
      'gen_ai.prompt.1.role': 'user',
      'gen_ai.prompt.1.tool_calls.0.name': 'weather',
    });

    expect(agAt(span, 'data.inputs.prompt')).toEqual([
      { role: 'system' },
      { role: 'user', tool_calls: [{ type: 'function', function: { name: 'weather' } }] },
    ]);
  });

  it.each(['gen_ai.prompts', 'gen_ai.prompt_id.0', 'llm.request.functionsX'])(
    'matches a prefix only up to a dot, so %s is not mapped',
    (key) => {
      expect(agAt(canonicalOtlpSpan({ [key]: 'x' }), 'data')).toEqual({});
    },
  );

  it.each<[string, JsonValue]>([
    ['inputs', 'inputs'],
    ['{"args":["Sunny?"],"kwargs":{}}', { args: ['Sunny?'], kwargs: {} }],
    ['[{"inputs":1}]', [{ inputs: 1 }]],
    ['7', 7],
  ])('maps the whole of an entity without the member: %s', (sent, whole) => {
    const span = canonicalOtlpSpan({
      'traceloop.entity.input': sent,
      'traceloop.entity.output': sent,
    });

    const inputs = isJsonObject(whole) ? whole : { value: whole };
    expect(agAt(span, 'data')).toEqual({ inputs, outputs: whole });
    expect(agAt(span, 'unsupported')).toBeUndefined();
    expect(span.attributes['traceloop']).toEqual({ entity: { input: sent, output: sent } });
  });

  it('ignores inherited members of an entity', () => {
    const span = canonicalOtlpSpan({ 'traceloop.entity.output': '{"__proto__":{"outputs":1}}' });

    expect(agAt(span, 'data.outputs')).not.toBe(1);
  });

  it('ignores a span kind that is not a span type', () => {
    const span = canonicalOtlpSpan({ 'traceloop.span.kind': 'Unheard' });

    expect(span.span_type).toBe('task');
    expect(agAt(span, 'unsupported')).toBeUndefined();
  });

  it('maps the association properties that name a session and a user', () => {
    const properties = 'traceloop.association.properties';
    const span = canonicalOtlpSpan({
      [`${properties}.session_id`]: 's-1',
      [`${properties}.user_id`]: 'u-1',
    });

    expect([span.session_id, span.user_id]).toEqual(['s-1', 'u-1']);
  });

  it('reads parts from the JSON text of a content', () => {
    const content =
      '[{"type":"text","text":"Sunny?"},{"type":"tool_result","tool_use_id":"c","content":"yes"}]';
    const span = canonicalOtlpSpan({
      'gen_ai.prompt.0.role': 'user',
      'gen_ai.prompt.0.content': content,
    });

    expect(agAt(span, 'data.inputs.prompt')).toEqual([
      { role: 'tool', content: 'yes', tool_call_id: 'c' },
      { role: 'user', content: 'Sunny?' },
    ]);
  });

  it('prefers the source that is listed first, whatever the order of the attributes', () => {
    const sent: [string, JsonValue][] = [
      ['llm.top_k', 40],
      ['pinecone.query.top_k', 5],
      ['llm.request.type', 'chat'],
      ['traceloop.span.kind', 'tool'],
    ];

    for (const attributes of [sent, sent.toReversed()]) {
      const span = canonicalOtlpSpan(Object.fromEntries(attributes));
      expect(agAt(span, 'meta.request.top_k')).toBe(40);
      expect(span.span_type).toBe('chat');
    }
  });
});
