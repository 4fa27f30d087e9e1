import { drainStream, flatMapStream, mapStream } from './flat-map-stream.js';

async function* numbers(onEnd: () => void = () => undefined) {
  try {
    yield [1, 2];
    yield [];
    yield [3];
    return 'end';
  } finally {
    onEnd();
  }
}

async function drain<Item, End>(stream: AsyncGenerator<Item, End>) {
  const items: Item[] = [];
  const end = await drainStream(stream, (item) => void items.push(item));
  return { items, end };
}

describe('flatMapStream', () => {
  it('expands each portion and keeps the final value', async () => {
    const doubled = flatMapStream(numbers(), (portion) => portion.map((number) => 2 * number));
    await expect(drain(doubled)).resolves.toEqual({ items: [2, 4, 6], end: 'end' });
  });

  it('ends the stream when the caller stops early', async () => {
    const onEnd = jest.fn();
    for await (const number of flatMapStream(numbers(onEnd), (portion) => portion)) {
      expect(number).toBe(1);
      break;
    }
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  it('propagates a failure of the stream', async () => {
    const failing = async function* () {
      yield 1;
      throw new Error('lost');
    };
    await expect(drain(flatMapStream(failing(), (number) => [number]))).rejects.toThrow('lost');
  });
});

describe('mapStream', () => {
  it('replaces each portion, awaits the replacement and keeps the final value', async () => {
    const counts = mapStream(numbers(), (portion) => Promise.resolve(portion.length));
    await expect(drain(counts)).resolves.toEqual({ items: [2, 0, 1], end: 'end' });
  });
});

describe('drainStream', () => {
  it('waits until each portion is consumed, and ends the stream if consuming fails', async () => {
    const onEnd = jest.fn();
    const consume = () => Promise.reject(new Error('refused'));
    await expect(drainStream(numbers(onEnd), consume)).rejects.toThrow('refused');
    expect(onEnd).toHaveBeenCalledTimes(1);
  });
});
