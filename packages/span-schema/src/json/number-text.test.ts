import { setImmediate } from 'node:timers/promises';
import { isNumberText } from './number-text.js';

describe('isNumberText', () => {
  it.each(['0', '007', '+5', '-1.5', '2.', '.5', '-.5e3', '1E+9', '1.25e-7'])(
    'accepts %s',
    (text) => {
      expect(isNumberText(text)).toBe(true);
    },
  );

  it.each(['', '.', '-', '1e', 'e5', '1.2.3', '0x10', ' 1', '1\n', 'Infinity'])(
    'refuses %j',
    (text) => {
      expect(isNumberText(text)).toBe(false);
    },
  );

  it('quickly refuses hundreds of thousands of digits before a letter', async () => {
    expect(isNumberText(`${'1'.repeat(400_000)}x`)).toBe(false);

    await setImmediate();
  });
});
