import type { ShownSpan } from '../../api/shown-span.js';
import { readUsage } from './read-usage.js';

function spanWith(metrics: object, pricing?: ShownSpan['pricing']): ShownSpan {
  const span = { attributes: { ag: { metrics } }, ...(pricing && { pricing }) };
  return span as unknown as ShownSpan;
}

describe('readUsage', () => {
  it('reads tokens by kind, the exact cost and its prices', () => {
    const tokens = { prompt: 7800, completion: 1200, total: 9000, cache_read: 400, reasoning: 0 };
    const costs = { total: 0.000012 };

    const usage = readUsage(
      spanWith(
        { tokens: { incremental: tokens }, costs: { incremental: costs } },
        { table: 'prices', version: '1.2.3', model: 'demo' },
      ),
    );

    expect(usage).toEqual({
      tokens: '7,800 → 1,200',
      kinds: ['cache_read 400'],
      cost: '<0.0001',
      exactCost: '0.000012',
      prices: 'prices 1.2.3, demo',
    });
  });

  it('keeps every digit of a count', () => {
    const incremental = { prompt: 18_446_744_073_709_551_615n };

    expect(readUsage(spanWith({ tokens: { incremental } })).tokens).toBe(
      '18,446,744,073,709,551,615 → 0',
    );
  });

  it('names prices of the project and of the sender', () => {
    expect(readUsage(spanWith({}, { source: 'client' })).prices).toBe('stated by the sender');
    expect(readUsage(spanWith({}, { source: 'project', model: 'm' })).prices).toBe(
      "the project's prices of m",
    );
    expect(readUsage(spanWith({})).prices).toBeUndefined();
  });
});
