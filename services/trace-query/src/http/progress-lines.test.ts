import { FakeClock } from '@spanhouse/service-runtime/testing';
import { ProgressLines } from './progress-lines.js';
import { ReadCosts } from './read-costs.js';

function create() {
  const clock = new FakeClock();
  const costs = new ReadCosts();
  const progress = new ProgressLines({ clock, costs, start: 9n });
  return { clock, costs, progress };
}

async function all<Line>(lines: AsyncIterable<readonly Line[]>): Promise<readonly Line[]> {
  const found: Line[] = [];
  for await (const portion of lines) {
    found.push(...portion);
  }
  return found;
}

function line(reached: number, rows = 0) {
  const time = `1970-01-01T00:00:00.00000000${reached}Z`;
  return JSON.stringify({ progress: { rows, bytes: 10 * rows, reached: time } });
}

describe('ProgressLines', () => {
  it('appear at most every 250 ms while a stream searches', async () => {
    const { clock, progress } = create();
    const search = Promise.withResolvers<void>();
    const lines = progress.among(
      (async function* () {
        await search.promise;
        yield ['a'];
        return undefined;
      })(),
    );
    const next = async () => {
      const { value } = await lines.next();
      return value as unknown;
    };

    const first = next();
    progress.report(8n);
    await clock.advance(0);
    expect(await first).toEqual([line(8)]);

    let isWritten = false;
    const second = next().then((value) => {
      isWritten = true;
      return value;
    });
    progress.report(7n);
    await clock.advance(249);
    progress.report(6n);
    expect(isWritten).toBe(false);
    await clock.advance(1);
    expect(await second).toEqual([line(6)]);

    search.resolve();
    expect([await next(), await next(), await next()]).toEqual([['a'], [line(6)], undefined]);
  });

  it('end the stream when they are ended, and pass on its failure', async () => {
    const { progress } = create();
    let isEnded = false;
    const endless = (async function* () {
      try {
        for (;;) {
          yield await ['a'];
        }
      } finally {
        isEnded = true;
      }
    })();
    const lines = progress.among(endless);

    await lines.next();
    await lines.return(undefined);

    expect(isEnded).toBe(true);
    const failing = (async function* (): AsyncGenerator<readonly string[]> {
      yield await Promise.reject(new Error('gone'));
    })();
    await expect(all(progress.among(failing))).rejects.toThrow('gone');
  });
});
