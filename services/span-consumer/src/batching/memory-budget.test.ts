import { MemoryBudget } from './memory-budget.js';

const never = new AbortController().signal;

/** Lets every continuation that is ready run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('MemoryBudget', () => {
  it('makes whoever comes above the limit wait until enough is given back', async () => {
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

  it('serves first who asked first, so that a large request is not overtaken', async () => {
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

  it('holds nothing for a request that was aborted, and serves the next', async () => {
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
