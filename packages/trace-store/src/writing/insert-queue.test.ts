import { setImmediate } from 'node:timers/promises';
import type { SpanBlock, WriteOutcome } from '../span-writer.js';
import { blockOfBytes } from '../testing/span-block.js';
import { InsertQueue } from './insert-queue.js';
import { tokenOfInsert } from './joined-blocks.js';

const never = new AbortController().signal;
const written: WriteOutcome = { status: 'written' };
const retryable: WriteOutcome = { status: 'retryable', code: 'NETWORK', reason: 'no network' };

interface Request {
  readonly blocks: readonly SpanBlock[];
  readonly signal: AbortSignal;
  readonly answer: (outcome: WriteOutcome) => void;
}

/** Opens a queue whose inserts end when the test provides their outcome. */
function openQueue(maxRunning = 1) {
  const requests: Request[] = [];
  const queue = new InsertQueue({
    maxRunning,
    insert(blocks, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<WriteOutcome>();
      signal.addEventListener('abort', () => reject(signal.reason));
      requests.push({ blocks, signal, answer: resolve });
      return promise;
    },
  });
  return {
    queue,
    requests,
    /** Returns the tokens of the blocks in each request. */
    sent: () =>
      requests.map(({ blocks }) => blocks.map(({ deduplicationToken }) => deduplicationToken)),
    /** Ends a request with an outcome and waits until the queue has processed it. */
    async answer(index: number, outcome = written) {
      requests[index]?.answer(outcome);
      await setImmediate();
    },
  };
}

function block(deduplicationToken: string, members: Partial<SpanBlock> = {}): SpanBlock {
  return blockOfBytes([Buffer.from('rows')], { deduplicationToken, rowsAtOffset: 1, ...members });
}

describe('InsertQueue', () => {
  it('inserts a block immediately, and inserts the blocks that wait for it together', async () => {
    const { queue, sent, answer } = openQueue();

    const outcomes = ['a', 'b', 'c'].map((token) => queue.write(block(token), never));
    await answer(0);
    await answer(1);

    expect(sent()).toEqual([['a'], ['b', 'c']]);
    expect(await Promise.all(outcomes)).toEqual([written, written, written]);
  });

  it.each([
    ['another row version', { rowSchemaVersion: 1 }],
    ['too many rows together', { rowsAtOffset: 100_000 }],
    ['too many bytes together', { uncompressedBytes: 48 * 1024 * 1024 }],
  ])('inserts blocks apart that have %s', async (_, members) => {
    const { queue, sent, answer } = openQueue();
    for (const each of [block('a'), block('b'), block('c', members), block('d')]) {
      void queue.write(each, never);
    }

    await answer(0);
    await answer(1);

    expect(sent()).toEqual([['a'], ['b', 'd'], ['c']]);
  });

  it('joins no more than 16 blocks', async () => {
    const { queue, requests, answer } = openQueue();
    for (let index = 0; index < 18; index += 1) {
      void queue.write(block(String(index)), never);
    }

    await answer(0);
    await answer(1);

    expect(requests.map(({ blocks }) => blocks.length)).toEqual([1, 16, 1]);
  });

  it.each([
    ['rows', { rowsAtOffset: 19_999 }],
    ['bytes', { uncompressedBytes: 24 * 1024 * 1024 - 4 }],
  ])('starts another insert once many %s wait, up to its limit', (_, members) => {
    const { queue, sent } = openQueue(2);

    for (const each of ['a', 'b']) {
      void queue.write(block(each, members), never);
    }
    const few = sent();
    void queue.write(block('c'), never);
    void queue.write(block('d', { rowsAtOffset: 20_000 }), never);

    expect(few).toEqual([['a']]);
    expect(sent()).toEqual([['a'], ['b', 'c']]);
  });

  it.each(['refused', 'unknown'] as const)(
    'inserts each block alone if they are %s together',
    async (status) => {
      const { queue, sent, answer } = openQueue();
      const bad: WriteOutcome = { status, code: 'CODE', reason: 'one of them' };
      const outcomes = ['a', 'b', 'c'].map((token) => queue.write(block(token), never));

      await answer(0);
      await answer(1, bad);
      await answer(2);
      await answer(3, bad);

      expect(sent()).toEqual([['a'], ['b', 'c'], ['b'], ['c']]);
      expect(await Promise.all(outcomes)).toEqual([written, written, bad]);
    },
  );

  describe('repeats an insert whose outcome is open', () => {
    it('with the same blocks, once for all of them', async () => {
      const { queue, sent, answer } = openQueue();
      const [a, b, c] = [block('a'), block('b'), block('c')];
      const outcomes = [a, b, c].map((each) => queue.write(each, never));
      await answer(0);
      await answer(1, retryable);

      const repeated = [queue.repeat(c, never), queue.repeat(b, never)];
      await answer(2);

      expect(await Promise.all(outcomes)).toEqual([written, retryable, retryable]);
      expect(await Promise.all(repeated)).toEqual([written, written]);
      expect(sent()).toEqual([['a'], ['b', 'c'], ['b', 'c']]);
    });

    it('until the outcome is known', async () => {
      const { queue, answer, requests } = openQueue();
      const a = block('a');
      const first = queue.write(a, never);
      await answer(0, { status: 'unknown', code: 'CODE', reason: 'what' });
      const second = queue.repeat(a, never);
      await answer(1, retryable);
      const third = queue.repeat(a, never);
      await answer(2);

      expect((await first).status).toBe('unknown');
      expect(await second).toEqual(retryable);
      expect(await third).toEqual(written);
      expect(await queue.repeat(a, never)).toBeUndefined();
      expect(requests).toHaveLength(3);
    });

    it.each([
      ['no longer than three times if it is too large', 'MEMORY_LIMIT_EXCEEDED', 3],
      ['no longer than three times if it takes too long', 'TIMEOUT_EXCEEDED', 3],
      ['as often as the network fails', 'NETWORK', 5],
    ])('%s', async (_, code, attempts) => {
      const { queue, answer, requests } = openQueue();
      const [b, c] = [block('b'), block('c')];
      const outcomes = ['a', 'b', 'c'].map((token) => queue.write(block(token), never));
      await answer(0);
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        await answer(attempt, { status: 'retryable', code, reason: 'too much' });
        void Promise.all([queue.repeat(b, never), queue.repeat(c, never)]);
        await setImmediate();
      }

      expect(await Promise.all(outcomes)).toMatchObject([written, { code }, { code }]);
      expect(requests.slice(1, 6).map(({ blocks }) => blocks.length)).toEqual(
        Array(attempts).fill(2),
      );
    });

    it('without an outcome if it determines none for a block', async () => {
      const { queue, answer, requests } = openQueue();
      const [b, c] = [block('b'), block('c')];
      const outcomes = ['a', 'b', 'c'].map((token) => queue.write(block(token), never));
      await answer(0);
      await answer(1, retryable);

      const repeated = [queue.repeat(b, never), queue.repeat(c, never)];
      await answer(2, { status: 'unknown', code: 'CODE', reason: 'one of them' });

      expect(await Promise.all(outcomes)).toEqual([written, retryable, retryable]);
      expect(await Promise.all(repeated)).toEqual([undefined, undefined]);
      expect(requests).toHaveLength(3);
    });

    it('unless the caller of one of its blocks has left', async () => {
      const { queue, answer, requests } = openQueue();
      const leaving = new AbortController();
      const [b, c] = [block('b'), block('c')];
      void queue.write(block('a'), never);
      void queue.write(b, never);
      void queue.write(c, leaving.signal);
      await answer(0);
      await answer(1, retryable);

      leaving.abort();

      expect(await queue.repeat(b, never)).toBeUndefined();
      expect(requests).toHaveLength(2);
    });
  });

  it('never inserts a waiting block whose caller leaves', async () => {
    const { queue, sent, answer } = openQueue();
    const leaving = new AbortController();
    const reason = new Error('partition lost');
    void queue.write(block('a'), never);
    const left = queue.write(block('b'), leaving.signal);
    void queue.write(block('c'), never);

    const rejected = expect(left).rejects.toBe(reason);
    leaving.abort(reason);
    await answer(0);

    await rejected;
    expect(sent()).toEqual([['a'], ['c']]);
  });

  it('ends a running insert only when the callers of all its blocks have left', async () => {
    const { queue, requests, answer } = openQueue();
    const callers = [new AbortController(), new AbortController()];
    const reason = new Error('partition lost');
    void queue.write(block('a'), never);
    const left = callers.map(({ signal }, index) => queue.write(block(`${index}`), signal));
    const settled = Promise.allSettled(left);
    void queue.write(block('later', { rowSchemaVersion: 1 }), never);
    await answer(0);

    callers[0]?.abort(reason);
    const isAbortedByOne = requests[1]?.signal.aborted;
    callers[1]?.abort(reason);
    await setImmediate();

    expect(isAbortedByOne).toBe(false);
    expect(requests[1]?.signal.aborted).toBe(true);
    expect(await settled).toEqual([
      { status: 'rejected', reason },
      { status: 'rejected', reason },
    ]);
    expect(requests).toHaveLength(3); // the next insert has begun
  });

  it('stores the other blocks when a caller leaves a running insert', async () => {
    const { queue, answer } = openQueue();
    const leaving = new AbortController();
    void queue.write(block('a'), never);
    const left = queue.write(block('b'), leaving.signal);
    const stays = queue.write(block('c'), never);
    await answer(0);

    const rejected = expect(left).rejects.toMatchObject({ name: 'AbortError' });
    leaving.abort();
    await answer(1);

    await rejected;
    expect(await stays).toEqual(written);
  });
});

describe('tokenOfInsert', () => {
  it('is the token of a single block, and otherwise differs for different blocks', () => {
    const [a, b] = [block('a'), block('b')];

    expect(tokenOfInsert([a])).toBe('a');
    expect(new Set([[a], [b], [a, b], [b, a], [a, b, a]].map(tokenOfInsert)).size).toBe(5);
  });
});
