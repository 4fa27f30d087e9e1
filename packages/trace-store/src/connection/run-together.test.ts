import { allOrNone, createQueue } from './run-together.js';

describe('createQueue', () => {
  it('runs three tasks at a time, and the next task as soon as one of them ends', async () => {
    const enqueue = createQueue();
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const work = [0, 1, 2, 3, 4].map((index) =>
      enqueue(() => {
        started.push(index);
        return new Promise<number>((resolve) => ends.push(() => resolve(index)));
      }),
    );
    expect(started).toEqual([0, 1, 2]);

    ends[1]?.();
    await work[1];
    await Promise.resolve();
    expect(started).toEqual([0, 1, 2, 3]);

    ends[0]?.();
    await work[0];
    await Promise.resolve();
    for (const end of ends) {
      end();
    }
    expect(await Promise.all(work)).toEqual([0, 1, 2, 3, 4]);
  });

  it('continues after a failure', async () => {
    const enqueue = createQueue();
    const failures = [1, 2, 3, 4].map(() => enqueue(() => Promise.reject(new Error('broken'))));

    await Promise.allSettled(failures);

    expect(await enqueue(() => Promise.resolve('done'))).toBe('done');
  });
});

describe('allOrNone', () => {
  it('aborts the other statements when one fails', async () => {
    const { signal } = new AbortController();
    const seen: AbortSignal[] = [];

    const failed = allOrNone(signal, (inner) => {
      seen.push(inner);
      return Promise.reject(new Error('broken'));
    });

    await expect(failed).rejects.toThrow('broken');
    expect(seen.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('forwards an abort with its reason', async () => {
    const gone = new AbortController();

    const waiting = allOrNone(
      gone.signal,
      (inner) =>
        new Promise((_, reject) => {
          inner.addEventListener('abort', () => reject(inner.reason as Error));
        }),
    );
    gone.abort(new Error('gone'));

    await expect(waiting).rejects.toThrow('gone');
    await expect(allOrNone(gone.signal, () => Promise.resolve(1))).rejects.toThrow('gone');
  });
});
