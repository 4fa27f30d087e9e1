import { refuseOpenModeOffLoopback } from './auth-config.js';

const refuse = (HTTP_HOST: string) => () =>
  refuseOpenModeOffLoopback({ AUTH_MODE: 'open', HTTP_HOST });

describe('refuseOpenModeOffLoopback', () => {
  it.each(['127.0.0.1', '127.0.0.9', '::1', 'localhost'])('accepts %s', (host) => {
    expect(refuse(host)).not.toThrow();
  });

  it.each(['0.0.0.0', '::', '10.0.0.1', 'spans.example.com', ''])('refuses %j', (host) => {
    expect(refuse(host)).toThrow(/HTTP_HOST: .* is not a loopback address, and AUTH_MODE=open/);
  });
});
