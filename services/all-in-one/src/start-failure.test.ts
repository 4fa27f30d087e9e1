import { AppError } from '@spanhouse/service-runtime';
import { explainDataFailure } from './start-failure.js';

describe('explainDataFailure', () => {
  it('prints the disk space that the copy of stored spans needs', () => {
    const tooSmall = new AppError('DISK_TOO_SMALL', 'the copy needs 2 free bytes, there is 1');

    expect(explainDataFailure('/data')(tooSmall)).toBe('the copy needs 2 free bytes, there is 1.');
  });
});
