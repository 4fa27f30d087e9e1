import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { calcPrice, findProvider, type ModelInfo } from '@pydantic/genai-prices';
import { manyRuns } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import { createPriceLookUps, findPricedModel, priceTable } from './price-table.js';
import { priceAt, pricesAt, readPricePeriods } from './token-prices.js';

const makers = ['openai', 'anthropic', 'google', 'deepseek', 'mistral', 'x-ai', 'aws', 'cohere'];

const models = makers.flatMap((providerId) =>
  (findProvider({ providerId })?.models ?? []).map((model) => ({ providerId, model })),
);

function isPricedByToken({ prices }: ModelInfo): boolean {
  const all = Array.isArray(prices) ? prices.map((period) => period.prices) : [prices];
  return all.every((price) => price['input_mtok'] !== undefined);
}

describe('the price table', () => {
  it('is the installed version of its package', () => {
    const entry = require.resolve('@pydantic/genai-prices');
    const manifest = readFileSync(join(dirname(entry), '../package.json'), 'utf8');

    expect(priceTable.version).toBe((JSON.parse(manifest) as { version: string }).version);
  });

  it.each([
    ['gpt-4o', true],
    ['GPT-4o', true],
    ['gpt-4o-2024-08-06', true],
    ['claude-sonnet-4-20250514', true],
    ['gemini-2.5-flash', true],
    ['text-embedding-3-small', true],
    ['embed-v4.0', true],
    ['us.anthropic.claude-sonnet-4-20250514-v1:0', true],
    ['llama-3.3-70b-versatile', true],
    ['anthropic/claude-3.5-sonnet', true],
    ['demo-model', false],
    ['gpt', false],
    ['constructor', false],
    ['whisper-1', false],
    [`gpt-4o${'x'.repeat(300)}`, false],
  ])('knows %s: %p', (name, isKnown) => {
    expect(findPricedModel(name, createPriceLookUps()) !== undefined).toBe(isKnown);
  });

  it.each<[string, string, string]>([
    ['models/gemini-2.5-flash', 'google', 'gemini-2.5-flash'],
    ['vertex_ai/gemini-2.5-flash', 'google', 'gemini-2.5-flash'],
    ['gemini/gemini-2.5-flash', 'google', 'gemini-2.5-flash'],
    ['google-gla:gemini-2.5-flash', 'google', 'gemini-2.5-flash'],
    ['publishers/google/models/gemini-2.5-flash', 'google', 'gemini-2.5-flash'],
    [
      'projects/openai/locations/eu/publishers/google/models/gemini-2.5-flash',
      'google',
      'gemini-2.5-flash',
    ],
    ['openai/gpt-4o', 'openai', 'gpt-4o'],
    ['openai:gpt-4o', 'openai', 'gpt-4o'],
    ['OpenAI/gpt-4o', 'openai', 'gpt-4o'],
    ['openrouter/openai/gpt-4o', 'openrouter', 'openai/gpt-4o'],
    ['anthropic/claude-sonnet-4-20250514', 'anthropic', 'claude-sonnet-4-20250514'],
    ['azure/gpt-4o', 'azure', 'gpt-4o'],
    ['azure_ai/gpt-4o', 'azure', 'gpt-4o'],
    [
      'bedrock/eu-west-1/anthropic.claude-sonnet-4-20250514-v1:0',
      'aws',
      'anthropic.claude-sonnet-4-20250514-v1:0',
    ],
    [
      'arn:aws:bedrock:us-east-1:123:inference-profile/us.anthropic.claude-sonnet-4-20250514-v1:0',
      'aws',
      'us.anthropic.claude-sonnet-4-20250514-v1:0',
    ],
  ])('finds %s at %s', (name, providerId, model) => {
    const known = calcPrice({}, model, { providerId, timestamp: new Date(0) });
    const found = findPricedModel(name, createPriceLookUps());

    expect(found?.pricing.model).toBe(name);
    expect([found?.periods.map(({ prices }) => prices)]).toEqual([
      known && readPricePeriods(known.model)?.map(({ prices }) => prices),
    ]);
  });

  it.each(['ollama/gpt-oss', 'ollama/gemini-2.5-flash', 'openai/demo-model', '/gpt-4o', 'openai/'])(
    'finds no model named %s',
    (name) => {
      expect(findPricedModel(name, createPriceLookUps())).toBeUndefined();
    },
  );

  it('returns the same model from its cache', () => {
    const first = findPricedModel('gpt-4o-mini', createPriceLookUps());

    expect(first).toBeDefined();
    expect(findPricedModel('gpt-4o-mini', { ...createPriceLookUps(), left: 0 })).toBe(first);
  });

  it('bounds the look-ups of new names in one request, but always finds known names', () => {
    const lookUps = createPriceLookUps();
    findPricedModel('gpt-4o', createPriceLookUps());
    for (let name = 0; name < 200; name++) {
      findPricedModel(`made-up-${name}`, lookUps);
    }

    expect(lookUps.left).toBe(0);
    expect(findPricedModel('gpt-4.1-nano', lookUps)).toBeUndefined();
    expect(findPricedModel('gpt-4o', lookUps)).toBeDefined();
    expect(findPricedModel('gpt-4.1-nano', createPriceLookUps())).toBeDefined();
  });

  it('reads every model of the table that is priced by the token', () => {
    const unread = models.filter(
      ({ model }) => isPricedByToken(model) && readPricePeriods(model) === undefined,
    );

    expect(models.length).toBeGreaterThan(200);
    expect(unread).toEqual([]);
  });

  it('charges the same as the table itself, including tiers and periods', () => {
    const anyTokens = fc.oneof(
      fc.nat(1000),
      fc.constantFrom(0, 128_000, 200_000, 200_001, 272_001),
    );

    const anyCall = fc.record({
      entry: fc.constantFrom(...models.filter(({ model }) => isPricedByToken(model))),
      prompt: anyTokens,
      completion: anyTokens,
      timestamp: fc.date({
        min: new Date('2024-01-01'),
        max: new Date('2027-06-01'),
        noInvalidDate: true,
      }),
    });

    fc.assert(
      fc.property(anyCall, ({ entry: { providerId, model }, prompt, completion, timestamp }) => {
        const usage = { input_tokens: prompt, output_tokens: completion };
        const expected = calcPrice(usage, model.id, { providerId, timestamp });
        fc.pre(expected?.model === model);

        const startTime = BigInt(timestamp.getTime()) * 1_000_000n;
        const prices = pricesAt(readPricePeriods(model) ?? [], startTime);

        expect([
          prices && (prompt * priceAt(prices.input, prompt)) / prices.unitsPerDollar,
          prices && (completion * priceAt(prices.output, prompt)) / prices.unitsPerDollar,
        ]).toEqual([
          expect.closeTo(expected?.input_price ?? -1, 10),
          expect.closeTo(expected?.output_price ?? -1, 10),
        ]);
      }),
      { numRuns: manyRuns },
    );
  });
});
