import fc from 'fast-check';
import { createTokenSigner } from './token-signer.js';

const signer = createTokenSigner('a secret of the deployment');

describe('createTokenSigner', () => {
  it('returns every payload that was signed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.string(), (payload, purpose) => {
        const token = signer.sign(payload, purpose);

        expect(token).toMatch(/^[\w-]*$/);
        expect(Buffer.from(signer.verify(token, purpose) ?? 'refused')).toEqual(
          Buffer.from(payload),
        );
      }),
    );
  });

  it('refuses a token with any character changed, removed or added', () => {
    const token = signer.sign(Buffer.from('offset 17'), 'receipt');

    fc.assert(
      fc.property(
        fc.nat(token.length - 1),
        fc.constantFrom('', 'A', '-', 'AA', '='),
        (at, text) => {
          const altered = token.slice(0, at) + text + token.slice(at + 1);
          fc.pre(altered !== token);

          expect(signer.verify(altered, 'receipt')).toBeUndefined();
        },
      ),
    );
  });

  it.each(['', 'x', '????', 'not a token', ' '])('refuses %j', (token) => {
    expect(signer.verify(token, 'receipt')).toBeUndefined();
  });

  it.each(['=', ' ', '!', '\n'])('refuses a token followed by %j', (suffix) => {
    expect(
      signer.verify(signer.sign(Buffer.from('x'), 'cursor') + suffix, 'cursor'),
    ).toBeUndefined();
  });

  it('signs with the first of two secrets and accepts tokens of both, until one is removed', () => {
    const [old, next] = ['the old secret', 'the next secret'];
    const signed = (...secrets: [string, ...string[]]) =>
      createTokenSigner(...secrets).sign(Buffer.from('x'), 'cursor');
    const accepts = (token: string, ...secrets: [string, ...string[]]) =>
      createTokenSigner(...secrets).verify(token, 'cursor') !== undefined;

    expect(signed(old, next)).toBe(signed(old));
    expect(signed(next, old)).toBe(signed(next));
    for (const token of [signed(old), signed(next)]) {
      expect([accepts(token, old, next), accepts(token, next, old)]).toEqual([true, true]);
      expect(accepts(token, 'a third', 'and a fourth')).toBe(false);
    }
    expect([accepts(signed(old), next), accepts(signed(next), old)]).toEqual([false, false]);
  });

  it('refuses a token of another purpose or another secret', () => {
    const token = signer.sign(Buffer.from('x'), 'cursor');

    expect(signer.verify(token, 'receipt')).toBeUndefined();
    expect(createTokenSigner('another').verify(token, 'cursor')).toBeUndefined();
  });
});
