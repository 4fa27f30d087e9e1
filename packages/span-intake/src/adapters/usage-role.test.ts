import type { JsonObject } from '@spanhouse/span-schema';
import { canonicalOtlpSpan } from '../testing/mapped-ag.js';

const usage = { 'gen_ai.usage.input_tokens': 12, 'gen_ai.usage.output_tokens': 3 };
const counts = { prompt: 12, completion: 3, total: 15 };

function tokensOf(attributes: JsonObject) {
  return canonicalOtlpSpan(attributes).metrics.tokens;
}

describe('the usage of a convention', () => {
  it.each<[string, JsonObject]>([
    ['a type of a call', { 'gen_ai.operation.name': 'chat' }],
    ['no type', {}],
    ['a call of the AI SDK', { 'ai.operationId': 'ai.generateText.doGenerate' }],
    ['a type of its own', { 'openinference.span.kind': 'CHAIN', 'ag.type.span': 'chat' }],
    ['the former key of such a type', { 'gen_ai.operation.name': 'x', 'ag.type.node': 'CHAT' }],
  ])('is incremental on a span with %s', (_, attributes) => {
    const span = canonicalOtlpSpan({ ...usage, ...attributes });

    expect(span.metrics.tokens.incremental).toEqual(counts);
    expect(span.submitted_cumulative).toBeUndefined();
    expect(span.has_mapped_usage).toBe(true);
  });

  it.each<[string, JsonObject]>([
    ['an agent', { 'openinference.span.kind': 'AGENT' }],
    ['a chain', { 'openinference.span.kind': 'CHAIN' }],
    ['a tool', { 'gen_ai.operation.name': 'execute_tool' }],
    ['a workflow', { 'traceloop.span.kind': 'workflow' }],
    ['a task', { 'traceloop.span.kind': 'task' }],
    ['an agent by its operation', { 'gen_ai.operation.name': 'invoke_agent' }],
    ['a workflow by its operation', { 'gen_ai.operation.name': 'invoke_workflow' }],
    ['a wrapper of the AI SDK', { 'ai.operationId': 'ai.generateText' }],
    ['embeddings of the AI SDK', { 'ai.operationId': 'ai.embedMany' }],
    ['a type of its own', { 'gen_ai.operation.name': 'chat', 'ag.type.span': 'workflow' }],
  ])('is cumulative on %s', (_, attributes) => {
    const span = canonicalOtlpSpan({ ...usage, ...attributes });

    expect(span.metrics.tokens).toEqual({ cumulative: counts });
    expect(span.submitted_cumulative).toEqual({ tokens: counts });
    expect(span.has_mapped_usage).toBe(true);
  });

  it('is cumulative if it is sent as aggregated', () => {
    const aggregated = {
      'gen_ai.aggregated_usage.input_tokens': 12,
      'gen_ai.aggregated_usage.output_tokens': 3,
    };

    expect(tokensOf(aggregated)).toEqual({ cumulative: counts });
  });

  it('has costs on the same side as its tokens', () => {
    const gpt = { ...usage, 'gen_ai.request.model': 'gpt-4o' };
    const call = canonicalOtlpSpan({ ...gpt, 'gen_ai.operation.name': 'chat' });
    const wrapper = canonicalOtlpSpan({ ...gpt, 'gen_ai.operation.name': 'invoke_agent' });

    expect(call.metrics.costs.incremental).toMatchObject({ total: expect.any(Number) });
    expect(wrapper.metrics.costs).toEqual({ cumulative: call.metrics.costs.incremental });
    expect(wrapper.pricing).toEqual(call.pricing);
  });

  it("leaves the producer's own metrics unchanged", () => {
    const own = { 'ag.metrics.tokens.incremental.total': 7 };
    const former = { 'ag.metrics.unit.tokens.total': 7 };

    for (const sent of [own, former]) {
      const span = canonicalOtlpSpan({ 'ag.type.span': 'workflow', ...sent });

      expect(span.metrics.tokens.incremental).toEqual({ total: 7 });
      expect(span.has_mapped_usage).toBe(false);
    }
    expect(tokensOf({ ...usage, ...former, 'gen_ai.operation.name': 'invoke_agent' })).toEqual({
      incremental: { total: 7 },
      cumulative: { prompt: 0, completion: 0, total: 7 },
    });
  });
});
