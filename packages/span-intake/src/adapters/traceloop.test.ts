import type { JsonValue } from '@spanhouse/span-schema';
import { agAt, canonicalOtlpSpan } from '../testing/mapped-ag.js';

/** A mapping; without an expected value, the value is mapped unchanged. */
type Row = [source: string, sent: JsonValue, target: string | [string, JsonValue]];

const rows: Row[] = [
  ['llm.headers', '{"x-a":"b"}', 'meta.request.headers'],
  ['llm.is_streaming', true, 'meta.request.streaming'],
  ['gen_ai.openai.api_base', 'https://example.org/v1', 'meta.request.base_url'],
  ['db.system', 'pinecone', 'meta.system'],
  ['llm.top_k', 40, 'meta.request.top_k'],
  ['db.vector.query.top_k', 3, 'meta.request.top_k'],
  ['pinecone.query.top_k', 5, 'meta.request.top_k'],
  ['llm.request.type', 'chat', 'type.span'],
  ['llm.request.type', 'Rerank', ['type.span', 'rerank']],
  ['traceloop.span.kind', 'workflow', 'type.span'],
  ['llm.usage.total_tokens', 15, 'metrics.tokens.incremental.total'],
  ['gen_ai.prompt', 'Sunny?', 'data.inputs.prompt'],
  ['gen_ai.prompt.0.content', 'Sunny?', ['data.inputs.prompt', [{ content: 'Sunny?' }]]],
  ['gen_ai.completion', 'Yes.', 'data.outputs.completion'],
  ['gen_ai.completion.0.role', 'assistant', ['data.outputs.completion', [{ role: 'assistant' }]]],
  ['llm.request.functions.0.name', 'weather', ['data.inputs.functions', [{ name: 'weather' }]]],
  ['llm.request.tools.0.type', 'function', ['data.inputs.tools', [{ type: 'function' }]]],
  [
    'traceloop.entity.input',
    '{"inputs":{"q":"Sunny?"},"tags":[]}',
    ['data.inputs', { q: 'Sunny?' }],
  ],
  ['traceloop.entity.input', { inputs: { q: 'Sunny?' } }, ['data.inputs', { q: 'Sunny?' }]],
  ['traceloop.entity.output', '{"outputs":"Yes.","kwargs":{}}', ['data.outputs', 'Yes.']],
  ['traceloop.entity.output', { outputs: ['Yes.'] }, ['data.outputs', ['Yes.']]],
];

describe('the OpenLLMetry adapter', () => {
  it.each(rows)('maps %s (%j) to %j', (source, sent, target) => {
    const [path, mapped] = typeof target === 'string' ? [target, sent] : target;

    expect(agAt(canonicalOtlpSpan({ [source]: sent }), path)).toEqual(mapped);
  });

  it('appends the rest of a key to the target of its prefix', () => {
    const span = canonicalOtlpSpan({
      'gen_ai.prompt.0.role': 'system',
      'gen_ai.prompt.1.role': 'user',
      'gen_ai.prompt.1.tool_calls.0.name': 'weather',
    });

    expect(agAt(span, 'data.inputs.prompt')).toEqual([
      { role: 'system' },
      { role: 'user', tool_calls: [{ name: 'weather' }] },
    ]);
  });

  it.each(['gen_ai.prompts', 'gen_ai.prompt_id.0', 'llm.request.functionsX'])(
    'matches prefixes up to a dot only, so that %s is not mapped',
    (key) => {
      expect(agAt(canonicalOtlpSpan({ [key]: 'x' }), 'data')).toEqual({});
    },
  );

  it.each<[string, JsonValue]>([
    ['a text that is no JSON', 'inputs'],
    ['an object without the member', '{"args":["Sunny?"]}'],
    ['a list', '[{"inputs":1}]'],
    ['an inherited name', '{"__proto__":{"inputs":1}}'],
  ])('maps nothing from an entity that is %s', (_what, sent) => {
    const span = canonicalOtlpSpan({ 'traceloop.entity.input': sent });

    expect(agAt(span, 'data')).toEqual({});
    expect(agAt(span, 'unsupported')).toBeUndefined();
    expect(span.attributes['traceloop']).toEqual({ entity: { input: sent } });
  });

  it('moves a span kind that is not a span type aside', () => {
    const span = canonicalOtlpSpan({ 'traceloop.span.kind': 'Unheard' });

    expect(span.span_type).toBe('task');
    expect(agAt(span, 'unsupported')).toEqual({ type: { span: 'unheard' } });
  });

  it('uses the first listed of several sources, whatever the order of the attributes', () => {
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
