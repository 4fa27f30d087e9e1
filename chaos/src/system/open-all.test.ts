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
