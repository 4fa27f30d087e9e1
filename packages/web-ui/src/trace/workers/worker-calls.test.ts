import { ApiProblem } from '../../api/api-problem.js';
import { FakeWorker, runTasksHere } from '../../testing/fake-worker.js';
import { buffersOf } from './answer-requests.js';
import { WorkerCalls } from './worker-calls.js';
import type { TaskContext } from './worker-messages.js';

const tasks = {
  double: (numbers: Float64Array) => numbers.map((number) => number * 2),
  refuse: (): never => {
    throw new ApiProblem('The store is down.', { status: 503, code: 'storage_unavailable' });
  },
  count: (_input: object, { send }: TaskContext) => {
    send(1);
    send(2);
    return 3;
  },
  wait: (_input: object, { signal }: TaskContext) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('stopped')));
    }),
};

describe('WorkerCalls', () => {
  const open = () => {
    const workers: FakeWorker[] = [];
    runTasksHere(tasks);
    const calls = new WorkerCalls<typeof tasks>(() => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker as never;
    });
    return { calls, workers };
  };

  it('resolves with the result of each task, and starts the worker once', async () => {
    const { calls, workers } = open();

    const results = await Promise.all([
      calls.run('double', Float64Array.of(1)),
      calls.run('double', Float64Array.of(2)),
    ]);

    expect(results.map(([number]) => number)).toEqual([2, 4]);
    expect(workers).toHaveLength(1);
  });

  it('rejects with the failure as the service described it', async () => {
    const { calls } = open();

    const failure = await calls.run('refuse', undefined as never).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(ApiProblem);
    expect(failure).toMatchObject({ message: 'The store is down.', status: 503 });
  });

  it('passes on the parts of a result before the rest', async () => {
    const { calls } = open();
    const parts: unknown[] = [];

    const result = await calls.run('count', {}, { onPart: (part) => parts.push(part) });

    expect([parts, result]).toEqual([[1, 2], 3]);
  });

  it('stops a task that is no longer wanted', async () => {
    const { calls, workers } = open();
    const controller = new AbortController();
    const waiting = calls.run('wait', {}, { signal: controller.signal });

    controller.abort(new Error('gone'));

    await expect(waiting).rejects.toThrow('gone');
    await Promise.resolve();
    expect(workers[0]?.answers).toMatchObject([{ failure: { message: 'stopped' } }]);
  });

  it('rejects what a broken worker leaves open, and starts another one', async () => {
    const { calls, workers } = open();
    const waiting = calls.run('wait', {});

    workers[0]?.dispatchEvent(Object.assign(new Event('error'), { message: 'did not load' }));

    await expect(waiting).rejects.toThrow('did not load');
    await expect(calls.run('count', {})).resolves.toBe(3);
    expect(workers).toHaveLength(2);
  });

  it('starts another worker after one that broke when no task waited', async () => {
    const { calls, workers } = open();
    const controller = new AbortController();
    const waiting = calls.run('wait', {}, { signal: controller.signal });
    controller.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');

    workers[0]?.dispatchEvent(Object.assign(new Event('error'), { message: 'did not load' }));

    await expect(calls.run('count', {})).resolves.toBe(3);
    expect(workers).toHaveLength(2);
  });
});

describe('buffersOf', () => {
  it('finds the memory of typed arrays in members, each once', () => {
    const numbers = new Float64Array(4);

    const found = buffersOf({ a: numbers, b: { c: numbers.subarray(1), d: null }, e: ['x'] });

    expect(found).toEqual([numbers.buffer]);
  });
});
