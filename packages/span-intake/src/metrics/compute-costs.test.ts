import type { CanonicalSpan, JsonObject, JsonValue } from '@spanhouse/span-schema';
import { spanTypes } from '@spanhouse/span-schema';
import { canonicalSpans } from '../testing/read-body.js';
import { aSentSpan, canonicalSpan } from '../testing/sent-span.js';
import { priceTable } from './price-table.js';

interface Call {
  model?: JsonValue;
  tokens?: JsonObject;
  type?: string;
  ag?: JsonObject;
}

function callOf({ model = 'gpt-4o', tokens = {}, type = 'llm', ag = {} }: Call): CanonicalSpan {
  return canonicalSpan({
    span_type: type,
    attributes: {
      ag: { meta: { response: { model } }, metrics: { tokens: { incremental: tokens } }, ...ag },
    },
  });
}

function costsOf(call: Call) {
  return callOf(call).metrics.costs.incremental;
}

const eightAndTwo = { prompt: 8, completion: 2 };

describe('costs', () => {
  it('are prompt, completion and their sum in dollars, with their price table, version and model', () => {
    const span = callOf({ tokens: eightAndTwo });

    expect(span.metrics.costs).toEqual({
      incremental: { prompt: 0.00002, completion: 0.00002, total: 0.00004 },
      cumulative: { prompt: 0.00002, completion: 0.00002, total: 0.00004 },
    });
    expect(span.pricing).toEqual({
      table: '@pydantic/genai-prices',
      version: priceTable.version,
      model: 'gpt-4o',
    });
  });

  it('are computed for spans of every type', () => {
    const priced = spanTypes.filter((type) => costsOf({ type, tokens: eightAndTwo }) !== undefined);

    expect(priced).toEqual(spanTypes);
  });

  it.each<[string, JsonObject, string | undefined]>([
    [
      'the response before all others',
      {
        meta: { response: { model: 'gpt-4o' }, request: { model: 'o3' } },
        data: { parameters: { model: 'gpt-4o-mini' } },
      },
      'gpt-4o',
    ],
    [
      'the request if the model of the response is not in the table',
      {
        meta: { response: { model: 'demo-model' }, request: { model: 'o3' } },
        data: { parameters: { model: 'gpt-4o-mini' } },
      },
      'o3',
    ],
    [
      'the parameters if neither contains a model',
      {
        meta: { response: { model: '' }, request: { model: 3 } },
        data: { parameters: { model: 'gpt-4o-mini' } },
      },
      'gpt-4o-mini',
    ],
    ['the request if there is no response', { meta: { request: { model: 'o3' } } }, 'o3'],
    [
      'nowhere',
      { meta: { response: 'gpt-4o', request: ['gpt-4o'] }, data: { inputs: { model: 'gpt-4o' } } },
      undefined,
    ],
  ])('take the model from %s', (_where, ag, model) => {
    const metrics = { tokens: { incremental: eightAndTwo } };
    const span = canonicalSpan({ span_type: 'chat', attributes: { ag: { ...ag, metrics } } });

    expect(span.pricing?.model).toBe(model);
    expect(span.metrics.costs.incremental === undefined).toBe(model === undefined);
  });

  it.each<[string, JsonObject, object | undefined]>([
    [
      'a missing prompt as zero',
      { completion: 100 },
      { prompt: 0, completion: 0.001, total: 0.001 },
    ],
    [
      'a missing completion as zero',
      { prompt: 100 },
      { prompt: 0.00025, completion: 0, total: 0.00025 },
    ],
    ['zero tokens as free', { prompt: 0, completion: 0 }, { prompt: 0, completion: 0, total: 0 }],
    ['both missing as nothing to compute', { total: 100, cached: 3 }, undefined],
    ['nested counts as missing', { prompt: { a: 1 }, completion: { a: 1 } }, undefined],
    [
      'numeric texts and exact integers as numbers',
      { prompt: '100', completion: 10_000_000_000_000_000n },
      { prompt: 0.00025, completion: 100_000_000_000, total: 100_000_000_000.00024 },
    ],
  ])('take %s', (_what, tokens, expected) => {
    expect(costsOf({ tokens })).toEqual(expected);
  });

  it.each<[string, JsonObject, number]>([
    ['at the cache-read price', { prompt: 100, cache_read: 40 }, (60 * 2.5 + 40 * 1.25) / 1e6],
    [
      'from cached if cache_read is missing',
      { prompt: 100, cached: 40 },
      (60 * 2.5 + 40 * 1.25) / 1e6,
    ],
    [
      'from cache_read first',
      { prompt: 100, cache_read: 10, cached: 40 },
      (90 * 2.5 + 10 * 1.25) / 1e6,
    ],
    [
      'from the first positive count',
      { prompt: 100, cache_read: 0, cached: 40 },
      (60 * 2.5 + 40 * 1.25) / 1e6,
    ],
    ['not from a negative count', { prompt: 100, cache_read: -5 }, (100 * 2.5) / 1e6],
    ['truncated to an integer', { prompt: 100, cached: 40.9 }, (60 * 2.5 + 40 * 1.25) / 1e6],
    ['leaving a difference of at least 0', { prompt: 10, cached: 40 }, (40 * 1.25) / 1e6],
  ])('count cached tokens %s', (_how, tokens, expected) => {
    expect(costsOf({ tokens })?.['prompt']).toBeCloseTo(expected, 15);
  });

  it('charge the cache writes in a prompt at their own price', () => {
    const tokens = { prompt: 100, completion: 0, cache_read: 40, cache_creation: 50 };

    expect(costsOf({ model: 'claude-sonnet-4-20250514', tokens })?.['prompt']).toBeCloseTo(
      (10 * 3 + 40 * 0.3 + 50 * 3.75) / 1e6,
      15,
    );
  });

  it('use the input price for cache writes if the table has no price for them', () => {
    expect(costsOf({ tokens: { prompt: 100, cache_creation: 50 } })?.['prompt']).toBe(0.00025);
  });

  it.each<[string, JsonObject, { prompt: number; completion: number }]>([
    [
      'at their own prices',
      { prompt_audio: 40, completion_audio: 30 },
      { prompt: 60 * 5 + 40 * 40, completion: 20 * 20 + 30 * 80 },
    ],
    [
      'not beyond the part of the prompt that is not cached',
      { cache_read: 80, prompt_audio: 40 },
      { prompt: 20 * 40 + 80 * 2.5, completion: 50 * 20 },
    ],
    [
      'not beyond the completion',
      { completion_audio: 70 },
      { prompt: 100 * 5, completion: 50 * 80 },
    ],
    [
      'not if they are negative',
      { prompt_audio: -1, completion_audio: -1 },
      { prompt: 100 * 5, completion: 50 * 20 },
    ],
  ])('count audio tokens %s', (_how, kinds, expected) => {
    const tokens = { prompt: 100, completion: 50, ...kinds };
    const costs = costsOf({ model: 'gpt-4o-realtime-preview', tokens });

    expect(costs?.['prompt']).toBeCloseTo(expected.prompt / 1e6, 15);
    expect(costs?.['completion']).toBeCloseTo(expected.completion / 1e6, 15);
  });

  const tiered = 'openai/gpt-6-luna';

  it.each<[string, JsonObject, string]>([
    ['of the response', { response: { model: tiered, service_tier: 'batch' } }, `${tiered}:batch`],
    [
      'of the request if the response has no tier',
      { response: { model: tiered }, request: { service_tier: 'batch' } },
      `${tiered}:batch`,
    ],
    [
      'of the response before the tier of the request',
      { response: { model: tiered, service_tier: 'default' }, request: { service_tier: 'batch' } },
      tiered,
    ],
    [
      'as standard if the table has no price for the tier',
      { response: { model: 'gpt-4o', service_tier: 'flex' } },
      'gpt-4o',
    ],
  ])('take the service tier %s', (_where, meta, model) => {
    const metrics = { tokens: { incremental: eightAndTwo } };

    expect(canonicalSpan({ attributes: { ag: { meta, metrics } } }).pricing?.model).toBe(model);
  });

  it('halve in a batch', () => {
    const costs = (name: string) =>
      costsOf({ model: name, tokens: eightAndTwo })?.['total'] as number;

    expect(costs(`${tiered}:batch`)).toBeCloseTo(costs(tiered) / 2, 15);
  });

  it('use the input price for cached tokens when the table has no cache-read price', () => {
    const tokens = { prompt: 100, completion: 10, cached: 40 };

    expect(costsOf({ model: 'mistral-large-latest', tokens })).toEqual({
      prompt: 0.0002,
      completion: 0.00006,
      total: 0.00026,
    });
  });

  it('show no rounding noise', () => {
    const costs = costsOf({
      model: 'gpt-4o-mini',
      tokens: { prompt: 12, completion: 7, cached: 5 },
    });

    expect(JSON.stringify(costs)).toBe(
      '{"prompt":0.000001425,"completion":0.0000042,"total":0.000005625}',
    );
  });

  it('replace submitted incremental costs, but keep those of an unknown model', () => {
    const sent = { prompt: 9, completion: 9, total: 18, cached: 1 };
    const metrics = { tokens: { incremental: eightAndTwo }, costs: { incremental: sent } };

    expect(costsOf({ ag: { metrics } })).toEqual({
      prompt: 0.00002,
      completion: 0.00002,
      total: 0.00004,
    });
    const unknown = callOf({ ag: { metrics, meta: { response: { model: 'demo-model' } } } });
    expect(unknown.metrics.costs.incremental).toEqual(sent);
    expect(unknown.pricing).toBeUndefined();
  });

  it('are absent for an unknown model', () => {
    const span = callOf({ model: 'demo-model', tokens: eightAndTwo });

    expect(span.metrics.costs).toEqual({});
    expect(span.pricing).toBeUndefined();
  });

  it('roll up like submitted ones', () => {
    const call = { meta: { request: { model: 'gpt-4o' } } };
    const metrics = { tokens: { incremental: eightAndTwo } };
    const spans = canonicalSpans({
      spans: [
        aSentSpan(),
        aSentSpan({
          span_id: 'b'.repeat(16),
          parent_id: '00f067aa0ba902b7',
          span_type: 'chat',
          attributes: { ag: { ...call, metrics } },
        }),
      ],
    });

    expect(spans[0]?.metrics.costs).toEqual({
      cumulative: { prompt: 0.00002, completion: 0.00002, total: 0.00004 },
    });
  });

  it('stay finite when the counts are absurd', () => {
    const costs = costsOf({ tokens: { prompt: 1e308, completion: -1e308, cached: 1e308 } });

    expect(Object.values(costs ?? {}).every(Number.isFinite)).toBe(true);
  });
});
