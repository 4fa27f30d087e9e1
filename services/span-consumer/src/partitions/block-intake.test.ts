import { FakeClock } from '@spanhouse/service-runtime/testing';
import type { BlockRecord } from '../blocks/block-record.js';
import { MemoryBudget } from '../blocks/memory-budget.js';
import { textMessage } from '../testing/text-frames.js';
import { BlockIntake } from './block-intake.js';

const never = new AbortController().signal;
const limits = { maxRows: 100, maxBytes: 1000, maxAgeMs: 500 };

/** The record of two messages of two bytes each. */
const recorded: BlockRecord = {
  partition: 0,
  first: 0,
  last: 1,
  digest: '',
  rowSchemaVersion: 1,
  frameBytes: 4,
};

function world(record?: BlockRecord, limitBytes = 10) {
  const clock = new FakeClock();
  const budget = new MemoryBudget(limitBytes);
  const aborter = new AbortController();
  const { signal } = aborter;
  const log: { end: number | undefined } = { end: undefined };
  const readLogEnd = () => Promise.resolve(log.end);
  const intake = new BlockIntake({ limits, budget, clock, recorded: record, readLogEnd, signal });
  return { clock, budget, aborter, intake, log };
}

describe('BlockIntake', () => {
  it('waits for memory only before a recorded range, never within it', async () => {
    const { clock, budget, intake } = world(recorded);
    budget.tryAcquire(7);

    const first = intake.add(textMessage(0, ['a']));
    await clock.advance(1000);
    expect(budget.heldBytes).toBe(7);
    budget.release(2);
    expect(await first).toBe(true);
    const other = budget.acquire(5, never);

    expect(await intake.add(textMessage(1, ['b']))).toBe(true);
    expect(intake.takeDue()).toMatchObject({ first: 0, last: 1, frameBytes: 4 });
    expect(budget.heldBytes).toBe(9);
    budget.release(4);
    expect(await other).toBe(true);
  });

  it('waits for the rest of a recorded range while the log may have it', async () => {
    const { clock, intake, log } = world(recorded);
    await intake.add(textMessage(0, ['a']));

    await clock.advance(600_000); // the end of the log is unknown
    log.end = 2;
    await clock.advance(600_000);
    expect(intake.takeDue()).toBeUndefined();

    await intake.add(textMessage(1, ['b']));
    expect(intake.takeDue()).toMatchObject({ first: 0, last: 1 });
  });

  it('cuts the open block by age while the next message waits for memory', async () => {
    const { clock, budget, intake } = world();
    await intake.add(textMessage(0, ['four']));

    const second = intake.add(textMessage(1, ['longer']));
    await clock.advance(500);
    const block = await intake.take();
    expect(block).toMatchObject({ first: 0, last: 0, frameBytes: 5 });
    budget.release(5);

    expect(await second).toBe(true);
    expect(budget.heldBytes).toBe(7);
  });

  it('releases the memory of the open block when the partition is discarded', async () => {
    const { budget, aborter, intake } = world(recorded);
    await intake.add(textMessage(0, ['a']));
    expect(budget.heldBytes).toBe(4);

    aborter.abort();

    expect(budget.heldBytes).toBe(0);
    expect(await intake.add(textMessage(1, ['b']))).toBe(false);
    expect(await intake.take()).toBeUndefined();
    expect(budget.heldBytes).toBe(0);
  });

  it('hands over any open block when it ends, except an incomplete recorded range', async () => {
    const repeating = world(recorded);
    const filling = world();
    await repeating.intake.add(textMessage(0, ['a']));
    await filling.intake.add(textMessage(0, ['a']));

    repeating.intake.end();
    filling.intake.end();

    expect(await repeating.intake.take()).toBeUndefined();
    expect(await filling.intake.take()).toMatchObject({ first: 0, last: 0 });
    expect(await filling.intake.take()).toBeUndefined();
  });
});
