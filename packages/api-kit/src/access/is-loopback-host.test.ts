import { isLoopbackHost } from './is-loopback-host.js';

describe('isLoopbackHost', () => {
  it.each(['127.0.0.1', '127.8.9.1', 'localhost', 'LOCALHOST', '::1', '[::1]', '::ffff:127.0.0.1'])(
    'accepts %s',
    (host) => {
      expect(isLoopbackHost(host)).toBe(true);
    },
  );

  it.each(['0.0.0.0', '::', '', '10.0.0.1', '128.0.0.1', 'example.com', '127.0.0.1.evil.example'])(
    'refuses %j',
    (host) => {
      expect(isLoopbackHost(host)).toBe(false);
    },
  );
});
