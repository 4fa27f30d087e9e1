import { MessageNumbers } from './message-numbers.js';

describe('MessageNumbers', () => {
  it('numbers the messages of each partition from 1, and keeps their headers', () => {
    const numbers = new MessageNumbers();

    const numbered = [0, 1, 0, 0, 1].map((partition) =>
      numbers.number(partition, { kind: 'rows' }),
    );

    expect(numbered.map((headers) => headers['number'])).toEqual(['1', '1', '2', '3', '2']);
    expect(new Set(numbered.map((headers) => headers['writer'])).size).toBe(1);
    expect(numbered).toMatchObject(numbered.map(() => ({ kind: 'rows' })));
  });

  it('restarts as another writer of the same publisher after a failed write', () => {
    const numbers = new MessageNumbers();
    const before = numbers.number(0, {});
    numbers.restart();
    const after = numbers.number(0, {});

    expect([before['number'], after['number']]).toEqual(['1', '1']);
    expect([before['writer'], after['writer']]).toEqual([
      expect.stringMatching(/^[0-9a-f]{12}\.0$/),
      `${before['writer']?.slice(0, -1)}1`,
    ]);
  });

  it('gives two publishers different writers', () => {
    const [one, other] = [new MessageNumbers(), new MessageNumbers()].map((numbers) =>
      numbers.number(0, {}),
    );

    expect(one?.['writer']).not.toBe(other?.['writer']);
  });
});
