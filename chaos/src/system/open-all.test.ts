import { openAll } from './open-all.js';

describe('openAll', () => {
  it('closes in the reverse order, each part once', async () => {
    const closed: string[] = [];
    const opened = await openAll(async (onClose) => {
      onClose(async () => closed.push('first'));
      onClose(async () => closed.push('second'));
      return { name: 'both' };
    });

    await opened.close();
    await opened.close();

    expect(opened.name).toBe('both');
    expect(closed).toEqual(['second', 'first']);
  });

  it('closes the other parts if one cannot be closed', async () => {
    const closed: string[] = [];
    const opened = await openAll(async (onClose) => {
      onClose(async () => closed.push('first'));
      onClose(() => Promise.reject(new Error('does not end')));
      return {};
    });

    await expect(opened.close()).rejects.toThrow('does not end');
    expect(closed).toEqual(['first']);
  });

  it('has closed everything when a second close resolves', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const closed: string[] = [];
    const opened = await openAll(async (onClose) => {
      onClose(async () => {
        await promise;
        closed.push('only');
      });
      return {};
    });

    void opened.close();
    const second = opened.close();
    resolve();
    await second;
    expect(closed).toEqual(['only']);
  });

  it('closes what is open if a later part cannot be opened', async () => {
    const closed: string[] = [];
    const opening = openAll(async (onClose) => {
      onClose(async () => closed.push('first'));
      throw new Error('no port');
    });

    await expect(opening).rejects.toThrow('no port');
    expect(closed).toEqual(['first']);
  });
});
