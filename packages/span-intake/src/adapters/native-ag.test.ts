import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import { agAt, canonicalOtlpSpan } from '../testing/mapped-ag.js';

type Row = [source: string, sent: JsonValue, target: string];

const uuid = '00000000-0000-4000-8000-000000000001';

const rows: Row[] = [
  ['ag.type.span', 'chat', 'type.span'],
  ['ag.metrics.acc.tokens.total', 15, 'metrics.tokens.cumulative.total'],
  ['ag.metrics.acc.costs.total', 1.5, 'metrics.costs.cumulative.total'],
  ['ag.references.variant.id', uuid, 'references.application_variant.id'],
  ['ag.references.variant.slug', 'v-1', 'references.application_variant.slug'],
  ['ag.references.variant.version', '3', 'references.application_revision.version'],
  ['ag.references.environment.version', '4', 'references.environment_revision.version'],
  ['ag.data.inputs.q', 'Sunny?', 'data.inputs.q'],
];

describe('the native adapter', () => {
  it.each(rows)('reads %s (%j) as %s and removes the former name', (source, sent, target) => {
    const span = canonicalOtlpSpan({ [source]: sent });

    expect(agAt(span, target)).toEqual(sent);
    expect(agAt(span, 'unsupported')).toBeUndefined();
  });

  it('reads former names inside objects and keeps the other members', () => {
    const metrics = {
      unit: { tokens: { prompt: 12 }, watts: 3 },
      acc: { costs: { total: 1 }, duration: { total: 9 } },
      errors: { incremental: 1 },
    };

    const span = canonicalOtlpSpan({
      'ag.metrics': `@ag.type=json:${JSON.stringify(metrics)}`,
      'ag.refs': { variant: { slug: 'v-1', version: '3' }, environment: { slug: 'prod' } },
    });

    expect(agAt(span, 'metrics')).toMatchObject({
      tokens: { incremental: { prompt: 12 } },
      costs: { cumulative: { total: 1 } },
      errors: { incremental: 1 },
    });
    expect(agAt(span, 'references')).toEqual({
      application_variant: { slug: 'v-1' },
      application_revision: { version: '3' },
      environment: { slug: 'prod' },
    });
    expect(agAt(span, 'unsupported')).toEqual({ metrics: { unit: { watts: 3 } } });
  });

  it('reads a whole ag as a list of keys and values', () => {
    const span = canonicalOtlpSpan({ ag: { type: { node: 'Chat' }, data: { outputs: 'Yes.' } } });

    expect(span.span_type).toBe('chat');
    expect(agAt(span, 'data')).toEqual({ outputs: 'Yes.' });
    expect(agAt(span, 'unsupported')).toBeUndefined();
  });

  it('drops the accumulated duration, because it is computed', () => {
    const span = canonicalOtlpSpan({ 'ag.metrics.acc.duration.total': 7 });

    expect(agAt(span, 'metrics.duration')).toEqual({ cumulative: 200 });
    expect(agAt(span, 'unsupported')).toBeUndefined();
  });

  it.each(['annotation', 'invocation'])('takes the trace type %s from ag.type.trace', (type) => {
    const span = canonicalOtlpSpan({ 'ag.type.trace': type });

    expect(span.trace_type).toBe(type);
    expect(agAt(span, 'unsupported')).toBeUndefined();
  });

  it.each<[string, JsonObject, JsonObject]>([
    [
      'ag.type.span before ag.type.node',
      { 'ag.type.node': 'agent', 'ag.type.span': 'chat' },
      { type: { node: 'agent' } },
    ],
    [
      'the current metrics before the former ones',
      {
        'ag.metrics.unit.tokens.prompt': 1,
        'ag.metrics.tokens.incremental.prompt': 12,
        'ag.type.span': 'chat',
      },
      { metrics: { unit: { tokens: { prompt: 1 } } } },
    ],
    [
      'the first of two former names',
      {
        'ag.references.variant.slug': 'v-1',
        'ag.refs.variant.slug': 'v-2',
        'ag.type.span': 'chat',
      },
      { refs: { variant: { slug: 'v-2' } } },
    ],
  ])('uses %s and moves the other aside', (_what, attributes, unsupported) => {
    const span = canonicalOtlpSpan(attributes);

    expect(span.span_type).toBe('chat');
    expect(agAt(span, 'unsupported')).toEqual(unsupported);
  });

  it('moves a node that is not a text aside', () => {
    expect(agAt(canonicalOtlpSpan({ 'ag.type.node': 5 }), 'unsupported')).toEqual({
      type: { node: 5 },
    });
  });

  it('overwrites every other adapter', () => {
    const span = canonicalOtlpSpan({
      'ag.session.id': 'native',
      'session.id': 'open-inference',
      'gen_ai.conversation.id': 'gen-ai',
      'ag.type.node': 'agent',
      'gen_ai.operation.name': 'chat',
      'ag.metrics.unit.tokens.prompt': 12,
      'gen_ai.usage.input_tokens': 1,
    });

    expect(span.session_id).toBe('native');
    expect(span.span_type).toBe('agent');
    expect(agAt(span, 'metrics.tokens.incremental.prompt')).toBe(12);
  });
});
