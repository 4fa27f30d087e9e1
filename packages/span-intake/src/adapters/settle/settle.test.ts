import type { JsonObject } from '@spanhouse/span-schema';
import fc from 'fast-check';
import { agAt, canonicalOtlpSpan } from '../../testing/mapped-ag.js';
import { hasSameContent } from './settle-data.js';

const model = { 'gen_ai.request.model': 'demo-model' };

describe('the type of a span', () => {
  it.each<[string, JsonObject, string]>([
    ['completion tokens', { ...model, 'gen_ai.usage.output_tokens': 3 }, 'chat'],
    ['messages', { 'gen_ai.input.messages': '[{"role":"user","content":"hi"}]' }, 'chat'],
    ['vectors', { 'embedding.vector': [0.5] }, 'embedding'],
    [
      'only input tokens of an embedding model',
      { 'gen_ai.request.model': 'text-embedding-3-small', 'gen_ai.usage.input_tokens': 3 },
      'embedding',
    ],
    [
      'the name and arguments of a tool',
      { 'gen_ai.tool.name': 'w', 'gen_ai.tool.call.arguments': '{}' },
      'tool',
    ],
    ['the result of a run', { final_result: 'Yes.' }, 'agent'],
    ['only input tokens of another model', { ...model, 'gen_ai.usage.input_tokens': 3 }, 'task'],
    ['nothing telling', model, 'task'],
  ])('follows from %s when nothing names it', (_what, attributes, type) => {
    expect(canonicalOtlpSpan(attributes).span_type).toBe(type);
    expect(canonicalOtlpSpan({ ...attributes, 'gen_ai.operation.name': 'unheard' }).span_type).toBe(
      type,
    );
  });

  it('is taken from another key if the operation is unknown', () => {
    const attributes = { 'traceloop.span.kind': 'workflow', 'gen_ai.operation.name': 'unheard' };

    expect(canonicalOtlpSpan(attributes).span_type).toBe('workflow');
  });

  it.each([
    ['chain', 'chain'],
    ['embedding', 'embedding'],
    ['invoke_workflow', 'workflow'],
    ['retrieval', 'query'],
    ['agent_step', 'chain'],
  ])('of the operation %s is %s', (operation, type) => {
    expect(canonicalOtlpSpan({ 'gen_ai.operation.name': operation }).span_type).toBe(type);
  });

  it('is not inferred for a span with only native attributes', () => {
    const tokens = { 'ag.metrics.tokens.incremental.completion': 3 };

    expect(canonicalOtlpSpan(tokens).span_type).toBe('task');
  });
});

describe('native data', () => {
  it('replaces the values of conventions at the same path', () => {
    const span = canonicalOtlpSpan({
      'input.value': 'by convention',
      'output.value': 'by convention',
      'ag.data.inputs.question': 'native',
      'ag.data.outputs': 'native',
    });

    expect(agAt(span, 'data')).toEqual({ inputs: { question: 'native' }, outputs: 'native' });
    expect(agAt(span, 'unsupported')).toBeUndefined();
  });
});

describe('hasSameContent', () => {
  const shown = [{ role: 'user', content: 'Is it sunny in Bern?' }, { content: 'Yes.' }];

  it.each<[string, unknown, boolean]>([
    ['the text of a message', 'Yes.', true],
    ['a part of a longer text', 'sunny in Bern?', true],
    ['a short part, which can be chance', 'sunny', false],
    ['another text', 'No.', false],
    ['messages of another form', { messages: [{ type: 'human', content: 'Yes.' }] }, true],
    ['messages as JSON text', '{"messages":[{"content":"Yes."}]}', true],
    ['a further text', { messages: [{ content: 'Yes.' }], context: 'No.' }, false],
    ['no text', { top_k: 3 }, false],
  ])('compares %s', (_what, raw, expected) => {
    expect(hasSameContent(raw as never, shown, 'other')).toBe(expected);
  });

  it.each<[string, unknown, boolean]>([
    ['parameters', { model: 'm', tools: [{ name: 'w' }], messages: [{ content: 'Yes.' }] }, true],
    ['another answer', { choices: [{ message: { content: 'No.' } }] }, false],
  ])('compares the body of a call with %s by its content', (_what, raw, expected) => {
    expect(hasSameContent(raw as never, shown, 'call')).toBe(expected);
  });

  it('accepts any values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (raw, other) => {
        expect(typeof hasSameContent(raw as never, other as never, 'other')).toBe('boolean');
      }),
    );
  });
});
