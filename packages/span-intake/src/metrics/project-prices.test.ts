import type { JsonObject, ProjectPrices } from '@spanhouse/span-schema';
import fc from 'fast-check';
import { readIngestRequest } from '../request/read-ingest-request.js';
import { intakeContext } from '../testing/read-body.js';
import { aSentSpan } from '../testing/sent-span.js';

const tokens = { prompt: 8, completion: 2 };

/** Returns the costs of a call in a project with the given prices. */
function callOf(
  response: JsonObject,
  prices: ProjectPrices | undefined,
  incremental: JsonObject = tokens,
) {
  const attributes = { ag: { meta: { response }, metrics: { tokens: { incremental } } } };
  const body = { spans: [aSentSpan({ attributes })] };
  const outcome = readIngestRequest(body, { ...intakeContext, prices });
  const [span] = outcome.status === 'accepted' ? outcome.spans : [];
  return { costs: span?.metrics.costs.incremental, pricing: span?.pricing };
}

describe('the prices of a project', () => {
  it('apply to a model that is not in the table', () => {
    const prices = { 'our-model': { input_mtok: 1, output_mtok: 2.5 } };

    expect(callOf({ model: 'our-model' }, prices)).toEqual({
      costs: { prompt: 0.000008, completion: 0.000005, total: 0.000013 },
      pricing: { source: 'project', model: 'our-model' },
    });
  });

  it('take precedence over the table, and leave its other models unchanged', () => {
    const prices = { 'gpt-4o': { input_mtok: 1 } };

    expect(callOf({ model: 'gpt-4o' }, prices).costs).toEqual({
      prompt: 0.000008,
      completion: 0,
      total: 0.000008,
    });
    expect(callOf({ model: 'gpt-4o-mini' }, prices)).toEqual(
      callOf({ model: 'gpt-4o-mini' }, undefined),
    );
  });

  it('may differ by service tier, as in the table', () => {
    const prices = { ours: { input_mtok: 2 }, 'ours:batch': { input_mtok: 1 } };

    expect(callOf({ model: 'ours', service_tier: 'batch' }, prices)).toMatchObject({
      costs: { total: 0.000008 },
      pricing: { model: 'ours:batch' },
    });
  });

  it('price each kind of tokens; a kind without a price costs the price of its side', () => {
    const price = fc.integer({ min: 0, max: 100_000 }).map((cents) => cents / 100);
    const count = fc.nat(1000);
    fc.assert(
      fc.property(
        fc.record({ input_mtok: price, output_mtok: price }),
        fc.record({ cache_read_mtok: price, cache_write_mtok: price }, { requiredKeys: [] }),
        fc.record({ fresh: count, read: count, written: count, completion: count }),
        (sides, kinds, { fresh, read, written, completion }) => {
          const sent = {
            prompt: fresh + read + written,
            completion,
            cache_read: read,
            cache_creation: written,
          };
          const { cache_read_mtok = sides.input_mtok, cache_write_mtok = sides.input_mtok } = kinds;

          const { costs } = callOf({ model: 'ours' }, { ours: { ...sides, ...kinds } }, sent);

          const dollars =
            fresh * sides.input_mtok +
            read * cache_read_mtok +
            written * cache_write_mtok +
            completion * sides.output_mtok;
          expect(costs?.['total']).toBeCloseTo(dollars / 1e6, 12);
        },
      ),
    );
  });
});
