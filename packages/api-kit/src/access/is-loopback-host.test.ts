import { isLoopbackHost, isLoopbackName } from './is-loopback-host.js';

describe('isLoopbackHost', () => {
  it.each(['127.0.0.1', '127.8.9.1', 'localhost', 'LOCALHOST', '::1', '[::1]', '::ffff:127.0.0.1'])(
    'accepts %s',
    (host) => {
      expect(isLoopbackHost(host)).toBe(true);
    },
  );

  it.each([
    '0.0.0.0',
    '::',
    '',
    '10.0.0.1',
    '128.0.0.1',
    'example.com',
    '127.0.0.1.evil.example',
    'a.localhost',
    '::ffff:10.0.0.1',
    '127.1',
  ])('refuses %j', (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  });
});

describe('isLoopbackName', () => {
  it.each(['localhost', 'a.localhost', 'A.B.LocalHost', '127.0.0.1', '::1'])(
    'accepts %s',
    (host) => {
      expect(isLoopbackName(host)).toBe(true);
    },
  );

  it.each(['notlocalhost', 'localhost.example', '10.0.0.1', ''])('refuses %j', (host) => {
    expect(isLoopbackName(host)).toBe(false);
  });
});
