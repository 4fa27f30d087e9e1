import { FakeClock } from '@spanhouse/service-runtime/testing';
import fc from 'fast-check';
import { Registry } from 'prom-client';
import { AnswerBudget, type HeldAnswer } from './answer-budget.js';

const MIB = 1024 * 1024;
const never = new AbortController().signal;

function setUp(maxBytes = 64 * MIB) {
  const clock = new FakeClock();
  const registry = new Registry();
  const budget = new AnswerBudget({ maxBytes, clock, registry });
  const held = async () => {
    const metric = await registry.getSingleMetric('spanhouse_query_answer_bytes_held')?.get();
    const [small, large] = (metric?.values ?? []).map(({ value }) => value);
    return { small: small ?? Number.NaN, large: large ?? Number.NaN };
  };
  return { clock, budget, held };
}

describe('AnswerBudget', () => {
  it('counts each answer twice, as spans and as text, in the part of small or of large reads', async () => {
    const { budget, held } = setUp();
    const read = budget.open('a', () => false);

    read.take(1000);
    const small = await held();
    read.take(MIB);

    expect(small).toEqual({ small: 2000, large: 0 });
    expect(await held()).toEqual({ small: 0, large: 2000 + 2 * MIB });
  });

  it('counts the largest answer of a read that is under way, and no more than 48 MiB', async () => {
    const { budget, held } = setUp();
    const read = budget.open('a', () => true);

    read.take(2 * MIB);
    read.take(3 * MIB);
    read.take(2 * MIB);
    const largest = await held();
    read.take(1000 * MIB);

    expect(largest.large).toBe(6 * MIB);
    expect((await held()).large).toBe(48 * MIB);
  });

  it('makes reads wait in their order until there is room', async () => {
    const { budget } = setUp();
    const holding = budget.open('a', () => false);
    holding.take(16 * MIB);
    const order: number[] = [];
    const waits = [12, 6].map(async (mib, index) => {
      const read = budget.open('a', () => false);
      expect(read.take(mib * MIB)).toBe(false);
      await read.wait(mib * MIB, never);
      order.push(index);
      read.release();
    });

    holding.release();
    await Promise.all(waits);

    expect(order).toEqual([0, 1]);
  });

  it('refuses a read after twelve seconds, and at once if 64 of its project wait', async () => {
    const { budget, clock } = setUp();
    budget.open('a', () => false).take(17 * MIB);
    const wait = () => {
      const read = budget.open('a', () => false);
      expect(read.take(2 * MIB)).toBe(false);
      return expect(read.wait(2 * MIB, never)).rejects.toMatchObject({
        code: 'ANSWERS_OVERLOADED',
      });
    };

    const waits = Array.from({ length: 64 }, wait);
    await wait();
    await clock.advance(12_000);

    await Promise.all(waits);
  });

  it('ends a wait with its signal', async () => {
    const { budget, clock } = setUp();
    budget.open('a', () => false).take(17 * MIB);
    const gone = new AbortController();
    const read = budget.open('a', () => false);
    read.take(2 * MIB);

    const wait = read.wait(2 * MIB, gone.signal);
    gone.abort(new Error('gone'));

    await expect(wait).rejects.toThrow('gone');
    expect(clock.pendingTimers).toBe(0);
  });

  it('never exceeds its limits with more than one read, and holds nothing after all releases', async () => {
    const anyStep: fc.Arbitrary<Step> = fc.record({
      read: fc.nat(7),
      kib: fc.integer({ min: 0, max: 20_000 }),
      action: fc.constantFrom('take', 'take', 'wait', 'release'),
    });

    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 60 }), async (steps) => {
        const { budget, held } = setUp();
        const reads = new Reads(budget);
        for (const step of steps) {
          reads.do(step);
          const { small, large } = await held();
          expect([small < 0, large < 0]).toEqual([false, false]);
          expect([small > 16 * MIB, large > 48 * MIB]).toEqual([false, false]);
        }
        await reads.end();
        expect(await held()).toEqual({ small: 0, large: 0 });
      }),
      { numRuns: 100 },
    );
  });
});

interface Step {
  readonly read: number;
  readonly kib: number;
  readonly action: 'take' | 'wait' | 'release';
}

/** Eight reads of two projects. Some of these reads have already begun their answers. */
class Reads {
  readonly #budget: AnswerBudget;
  readonly #gone = new AbortController();
  readonly #waits: Promise<unknown>[] = [];
  readonly #reads: HeldAnswer[];

  constructor(budget: AnswerBudget) {
    this.#budget = budget;
    this.#reads = Array.from({ length: 8 }, (_, at) => this.#open(at));
  }

  do({ read: at, kib, action }: Step): void {
    const read = this.#reads[at];
    if (action === 'release') {
      read?.release();
      this.#reads[at] = this.#open(at);
    } else if (read?.take(kib * 1024) === false && action === 'wait') {
      this.#waits.push(read.wait(kib * 1024, this.#gone.signal).catch(() => undefined));
    }
  }

  async end(): Promise<void> {
    this.#gone.abort();
    for (const read of this.#reads) {
      read.release();
    }
    await Promise.all(this.#waits);
  }

  #open(at: number): HeldAnswer {
    return this.#budget.open(at % 2 === 0 ? 'a' : 'b', () => at % 3 === 0);
  }
}
