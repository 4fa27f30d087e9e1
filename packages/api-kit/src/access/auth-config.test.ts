import { loadConfig } from '@spanhouse/service-runtime';
import {
  adminConfigFields,
  authConfigFields,
  refuseUnsafeOpenMode,
  tokenSecretConfigFields,
} from './auth-config.js';

function refuse(HTTP_HOST: string, AUTH_MODE: 'open' | 'keys' = 'open') {
  return () => refuseUnsafeOpenMode({ AUTH_MODE, HTTP_HOST });
}

describe('refuseUnsafeOpenMode', () => {
  it.each(['127.0.0.1', '127.8.9.1', '::1', '[::1]', '::ffff:127.0.0.1', 'localhost', 'LOCALHOST'])(
    'accepts %s',
    (host) => {
      expect(refuse(host)).not.toThrow();
    },
  );

  it.each([
    ...['0.0.0.0', '::', '10.0.0.1', '128.0.0.1', '::ffff:10.0.0.1', '127.1', ''],
    ...['spans.example.com', '127.0.0.1.evil.example', 'a.localhost'],
  ])('refuses %j', (host) => {
    expect(refuse(host)).toThrow(/HTTP_HOST: .* is not a loopback address, and AUTH_MODE=open/);
    expect(refuse(host)).toThrow(/set AUTH_MODE=keys/);
  });

  it('refuses * as an origin, because it would allow every page', () => {
    const settings = { HTTP_HOST: '127.0.0.1', CORS_ALLOWED_ORIGINS: ['*'] };

    expect(() => refuseUnsafeOpenMode({ AUTH_MODE: 'open', ...settings })).toThrow(
      /CORS_ALLOWED_ORIGINS: \* .* set AUTH_MODE=keys/,
    );
    expect(() => refuseUnsafeOpenMode({ AUTH_MODE: 'keys', ...settings })).not.toThrow();
  });

  it.each(['0.0.0.0', '::', '127.0.0.1'])('accepts %s with keys', (host) => {
    expect(refuse(host, 'keys')).not.toThrow();
  });
});

describe('ALLOWED_HOSTS', () => {
  const load = (ALLOWED_HOSTS: string) => loadConfig(authConfigFields, { ALLOWED_HOSTS });

  it('is a list of names and addresses, in lower case', () => {
    const hosts = load('Spans.example.com, 192.0.2.7,[fd00::1],my_host').ALLOWED_HOSTS;

    expect(hosts).toEqual(['spans.example.com', '192.0.2.7', '[fd00::1]', 'my_host']);
  });

  it.each(['a,,b', ',', 'a:8080', 'http://a', 'a/b', '*.a', 'fd00::1', 'a b', 'a.'])(
    'refuses %j',
    (hosts) => {
      expect(() => load(hosts)).toThrow('ALLOWED_HOSTS: must be host names or IP addresses');
    },
  );
});

describe('CORS_ALLOWED_ORIGINS', () => {
  const load = (CORS_ALLOWED_ORIGINS: string) =>
    loadConfig(authConfigFields, { CORS_ALLOWED_ORIGINS });

  it('is a list of origins, or *', () => {
    const origins = ['https://app.example.com', 'http://localhost:5173', 'http://[::1]:3000'];

    expect(load(origins.join(', ')).CORS_ALLOWED_ORIGINS).toEqual(origins);
    expect(load('*').CORS_ALLOWED_ORIGINS).toEqual(['*']);
  });

  it.each([
    'app.example.com',
    'https://app.example.com/',
    'https://App.example.com',
    'https://app.example.com:443',
    'https://*.example.com',
    'null',
    'file://',
    'https://a.example,,https://b.example',
  ])('refuses %j', (origins) => {
    expect(() => load(origins)).toThrow('CORS_ALLOWED_ORIGINS: must be origins such as');
  });
});

describe.each([
  ['TOKEN_SECRET', tokenSecretConfigFields, 32],
  ['ADMIN_KEY', adminConfigFields, 16],
])('%s', (name, fields, minimum) => {
  const load = (text: string) => Object.values(loadConfig(fields, { [name]: text }))[0];
  const [a, b, c] = ['a'.repeat(minimum), 'b'.repeat(minimum), 'c'.repeat(minimum)];

  it('has one value, or two values during a replacement', () => {
    expect(load(a)).toEqual([a]);
    expect(load(`${a},${b}`)).toEqual([a, b]);
  });

  it.each([
    [`${a},${b},${c}`, 'must have at most 2 values, separated by a comma'],
    [`,${a}`, 'has an empty value before or after a comma'],
    [`${a},`, 'has an empty value before or after a comma'],
    [',', 'has an empty value before or after a comma'],
    [`${a}, ${b}`, 'has a space before or after a comma'],
    [`${a},${b.slice(1)}`, `must have at least ${minimum} characters in each value`],
    [a.slice(1), `must have at least ${minimum} characters in each value`],
  ])('refuses %j and names the rule', (text, rule) => {
    expect(() => load(text)).toThrow(`${name}: ${rule}`);
  });
});

describe('AUTH_MODE and ADMIN_KEY', () => {
  const load = (env: Record<string, string>) =>
    loadConfig({ ...authConfigFields, ...adminConfigFields }, env);

  it('are open and absent by default', () => {
    const defaults = {
      AUTH_MODE: 'open',
      ALLOWED_HOSTS: undefined,
      CORS_ALLOWED_ORIGINS: undefined,
      ADMIN_KEY: undefined,
    };
    expect(load({})).toEqual(defaults);
  });

  it('refuse other modes, and admin keys that are invalid in a header', () => {
    expect(() => load({ AUTH_MODE: 'none' })).toThrow('AUTH_MODE: must be open or keys');
    expect(() => load({ ADMIN_KEY: 'sixteen characters or so' })).toThrow(
      'ADMIN_KEY: must be printable ASCII without spaces',
    );
  });
});
