import { ApiProblem } from '../../api/api-problem.js';
import { answerRequests, buffersOf, type WorkerScope } from './answer-requests.js';
import { WorkerCalls, type WorkerPort } from './worker-calls.js';
import type { TaskContext, WorkerAnswer, WorkerRequest } from './worker-messages.js';

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

/** Starts a worker in the same thread. Messages are copied as between threads. */
function startInThread(): WorkerPort & { readonly answers: WorkerAnswer[]; break: () => void } {
  const answers: WorkerAnswer[] = [];
  let onAnswer: (answer: WorkerAnswer) => void = () => {};
  let onFailure: (message: string) => void = () => {};
  const scope: WorkerScope = {
    onmessage: null,
    postMessage(answer, transfer) {
      const copy = structuredClone(answer, { transfer: [...transfer] });
      answers.push(copy);
      onAnswer(copy);
    },
  };
  answerRequests(scope, tasks);
  return {
    answers,
    postMessage: (request: WorkerRequest) => scope.onmessage?.({ data: structuredClone(request) }),
    listen(answer, failure) {
      onAnswer = answer;
      onFailure = failure;
    },
    break: () => onFailure('did not load'),
  };
}

describe('WorkerCalls', () => {
  const open = () => {
    const ports: ReturnType<typeof startInThread>[] = [];
    const calls = new WorkerCalls<typeof tasks>(() => {
      const port = startInThread();
      ports.push(port);
      return port;
    });
    return { calls, ports };
  };

  it('resolves with the result of each task, and starts the worker once', async () => {
    const { calls, ports } = open();

    const results = await Promise.all([
      calls.run('double', Float64Array.of(1)),
      calls.run('double', Float64Array.of(2)),
    ]);

    expect(results.map(([number]) => number)).toEqual([2, 4]);
    expect(ports).toHaveLength(1);
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
    const { calls, ports } = open();
    const controller = new AbortController();
    const waiting = calls.run('wait', {}, { signal: controller.signal });

    controller.abort(new Error('gone'));

    await expect(waiting).rejects.toThrow('gone');
    await Promise.resolve();
    expect(ports[0]?.answers).toMatchObject([{ failure: { message: 'stopped' } }]);
  });

  it('rejects what a broken worker leaves open, and starts another one', async () => {
    const { calls, ports } = open();
    const waiting = calls.run('wait', {});

    ports[0]?.break();

    await expect(waiting).rejects.toThrow('did not load');
    await expect(calls.run('count', {})).resolves.toBe(3);
    expect(ports).toHaveLength(2);
  });
});

describe('buffersOf', () => {
  it('finds the memory of typed arrays in members, each once', () => {
    const numbers = new Float64Array(4);

    const found = buffersOf({ a: numbers, b: { c: numbers.subarray(1), d: null }, e: ['x'] });

    expect(found).toEqual([numbers.buffer]);
  });
});
