import { createHash } from 'node:crypto';
import { createKeyText, parseKeyText } from './api-key-text.js';

describe('createKeyText', () => {
  it('creates 8 alphanumeric characters, a dot and 64 hex digits, with their fingerprint', () => {
    const { text, prefix, hash } = createKeyText();

    expect(text).toMatch(/^[A-Za-z0-9]{8}\.[0-9a-f]{64}$/);
    expect(prefix).toBe(text.slice(0, 8));
    expect(hash).toBe(createHash('sha256').update(text).digest('hex'));
    expect(parseKeyText(text)).toEqual({ prefix, hash });
  });

  it('never creates the same prefix twice', () => {
    const texts = Array.from({ length: 1000 }, () => createKeyText().prefix);

    expect(new Set(texts).size).toBe(1000);
  });
});

describe('parseKeyText', () => {
  const text = `abcdEF12.${'0'.repeat(64)}`;

  it.each(['', 'x', `${text}0`, ` ${text}`, `${text}\n`, text.replace('.', '-'), text.slice(1)])(
    'refuses %j',
    (other) => {
      expect(parseKeyText(other)).toBeUndefined();
    },
  );
});
