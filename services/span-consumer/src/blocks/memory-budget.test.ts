import { MemoryBudget } from './memory-budget.js';

const never = new AbortController().signal;

/** Runs all pending continuations. */
function settle() {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('MemoryBudget', () => {
  it('delays a request above the free memory until enough is released', async () => {
    const budget = new MemoryBudget(100);
    budget.tryAcquire(80);
    const granted: string[] = [];

    void budget.acquire(30, never).then(() => granted.push('thirty'));
    await settle();
    expect(granted).toEqual([]);
    budget.release(10);
    await settle();

    expect(granted).toEqual(['thirty']);
    expect(budget.heldBytes).toBe(100);
  });

  it('serves requests in order, so that small requests do not overtake a large one', async () => {
    const budget = new MemoryBudget(100);
    budget.tryAcquire(60);
    const granted: string[] = [];

    void budget.acquire(90, never).then(() => granted.push('large'));
    void budget.acquire(10, never).then(() => granted.push('small'));
    await settle();
    expect(granted).toEqual([]);
    expect(budget.tryAcquire(10)).toBe(false);
    budget.release(60);
    await settle();

    expect(granted).toEqual(['large', 'small']);
  });

  it('serves a request above the limit alone', async () => {
    const budget = new MemoryBudget(100);

    expect(await budget.acquire(500, never)).toBe(true);
    expect(budget.tryAcquire(1)).toBe(false);
  });

  it('reserves nothing for an aborted request, and serves the next request', async () => {
    const budget = new MemoryBudget(100);
    const aborter = new AbortController();
    budget.tryAcquire(60);

    const large = budget.acquire(90, aborter.signal);
    const small = budget.acquire(40, never);
    aborter.abort();

    expect(await large).toBe(false);
    expect(await small).toBe(true);
    expect(budget.heldBytes).toBe(100);
  });
});
