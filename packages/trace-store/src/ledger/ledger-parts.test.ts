import fc from 'fast-check';
import { planParts } from './clickhouse-ledger-audit.js';

const NS_PER_MINUTE = 60_000_000_000n;

describe('planParts', () => {
  it('covers every minute with messages once, in order and inside the range, with a limited number of spans in each part', () => {
    const counts = fc.array(fc.nat({ max: 12 }), { maxLength: 20 });
    const bounds = fc.tuple(fc.bigInt({ min: 0n, max: 59n }), fc.bigInt({ min: 1n, max: 60n }));
    fc.assert(
      fc.property(counts, bounds, (spans, [start, end]) => {
        const oldest = start * 1_000_000_000n;
        const last = BigInt(Math.max(0, spans.length - 1)) * NS_PER_MINUTE;
        const newest = last + end * 1_000_000_000n;
        const minutes = spans
          .map((count, index) => ({ minute: BigInt(index) * NS_PER_MINUTE, spans: count }))
          .filter((minute) => minute.spans > 0 && minute.minute + NS_PER_MINUTE > oldest);

        const parts = planParts({ oldest, newest }, minutes, 10);

        const within = (part: (typeof parts)[number]) =>
          minutes.filter(
            ({ minute }) => minute + NS_PER_MINUTE > part.oldest && minute < part.newest,
          );
        expect(parts.flatMap(within)).toEqual(minutes);
        for (const part of parts) {
          const sum = within(part).reduce((total, minute) => total + minute.spans, 0);
          expect(sum <= 10 || within(part).length === 1).toBe(true);
          expect(part.oldest >= oldest && part.newest <= newest).toBe(true);
        }
      }),
    );
  });

  it('joins adjacent minutes that fit into one part', () => {
    const minutes = [0n, 1n, 2n, 3n].map((at) => ({ minute: at * NS_PER_MINUTE, spans: 4 }));

    expect(planParts({ oldest: 0n, newest: 4n * NS_PER_MINUTE }, minutes, 10)).toEqual([
      { oldest: 0n, newest: 2n * NS_PER_MINUTE },
      { oldest: 2n * NS_PER_MINUTE, newest: 4n * NS_PER_MINUTE },
    ]);
  });
});
