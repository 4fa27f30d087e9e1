import { HttpProblem } from '../problems/http-problem.js';
import { createForeignRequestCheck, createOriginCheck } from './refuse-foreign.js';

const ownHost = 'localhost:8080';

/** Returns the message of the refusal, or undefined if the request is accepted. */
function refusal(
  headers: Record<string, string>,
  { host = ownHost, method = 'GET' }: { host?: string | undefined; method?: string } = {},
) {
  const check = createForeignRequestCheck({
    AUTH_MODE: 'open',
    HTTP_HOST: '127.0.0.1',
    ALLOWED_HOSTS: ['spans.example.com', '[fd00::1]'],
  });
  const problem = check?.({ method, host, headers });
  return problem instanceof HttpProblem ? `${problem.status} ${problem.body['detail']}` : problem;
}

describe('createForeignRequestCheck: host', () => {
  it.each([
    ...[
      'localhost',
      'LocalHost:1',
      'localhost.',
      'localhost.:80',
      'a.b.localhost',
      'x.LOCALHOST:1',
    ],
    ...['127.0.0.1', '127.255.0.9:4318', '[::1]', '[::1]:8080', '[0:0:0:0:0:0:0:1]'],
    ...['[::ffff:127.0.0.1]:1', '[::ffff:7f00:1]'],
    ...['spans.example.com', 'Spans.Example.com.:443', '[fd00::1]:80'],
  ])('accepts %s', (host) => {
    expect(refusal({}, { host })).toBeUndefined();
  });

  it.each([
    ...['evil.example', 'localhost.evil.example', 'notlocalhost', 'example.com', '0.0.0.0:8080'],
    ...['10.0.0.1', '127.0.0.1.evil.example', '127.1', '2130706433', '[::]', '[fd00::2]', '::1'],
    ...['', ':80', 'localhost:', 'localhost:x', 'localhost:80:80', 'localhost,evil.example'],
    ...['user@localhost', 'localhost@evil.example', 'evil.example/localhost', 'local host'],
    ...['localhost:80@evil.example', '[localhost]', '[::1', '[::1]x', 'sub.spans.example.com'],
  ])('refuses %j with a text that names the host and the setting', (host) => {
    const text = refusal({}, { host });

    expect(text).toContain(`403 The host ${JSON.stringify(host)} is foreign.`);
    expect(text).toContain('ALLOWED_HOSTS');
  });

  it('refuses a request that names no host', () => {
    const check = createForeignRequestCheck({
      AUTH_MODE: 'open',
      HTTP_HOST: '127.0.0.1',
      ALLOWED_HOSTS: undefined,
    });

    expect(check?.({ method: 'GET', host: undefined, headers: {} })?.status).toBe(403);
  });

  it('shows only the beginning of a long host', () => {
    expect(refusal({}, { host: 'a'.repeat(60_000) })?.length).toBeLessThan(300);
  });
});

describe('createForeignRequestCheck: origin', () => {
  it.each([
    ...['http://localhost:5173', 'https://app.localhost', 'http://127.0.0.1', 'http://[::1]:3000'],
    'https://spans.example.com',
  ])('accepts %s', (origin) => {
    expect(refusal({ origin }, { method: 'POST' })).toBeUndefined();
  });

  it('accepts an origin of CORS_ALLOWED_ORIGINS, also from another site, but not at a foreign host', () => {
    const check = createForeignRequestCheck({
      AUTH_MODE: 'open',
      HTTP_HOST: '127.0.0.1',
      ALLOWED_HOSTS: undefined,
      CORS_ALLOWED_ORIGINS: ['https://app.example.com'],
    });
    const headers = { origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' };

    expect(check?.({ method: 'POST', host: 'localhost:8080', headers })).toBeUndefined();
    expect(check?.({ method: 'POST', host: 'rebound.example', headers })?.status).toBe(403);
    expect(
      check?.({ method: 'POST', host: 'localhost', headers: { ...headers, origin: 'null' } })
        ?.status,
    ).toBe(403);
  });

  it.each([
    ...['null', '', 'https://evil.example', 'http://localhost.evil.example', 'localhost:8080'],
    ...['file://', 'chrome-extension://localhost', 'http://localhost/', 'http://localhost@evil.x'],
    'http://localhost, https://evil.example',
  ])('refuses %j', (origin) => {
    const text = refusal({ origin }, { method: 'POST' });

    expect(text).toContain(`403 The origin ${JSON.stringify(origin)} is foreign.`);
    expect(text).toContain('ALLOWED_HOSTS');
  });
});

describe('createForeignRequestCheck: sec-fetch-site', () => {
  it.each(['none', 'same-origin', 'same-site'])('accepts %s', (site) => {
    expect(refusal({ 'sec-fetch-site': site }, { method: 'POST' })).toBeUndefined();
  });

  it('refuses requests that a page of another site causes', () => {
    for (const mode of ['no-cors', 'cors', 'websocket']) {
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': mode };
      expect(refusal(headers)).toContain('403 The request comes from a page of another site.');
    }
    expect(refusal({ 'sec-fetch-site': 'cross-site' })).toContain('ALLOWED_HOSTS');
  });

  it('accepts a followed link, but refuses a form and a frame', () => {
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };

    expect(refusal(link)).toBeUndefined();
    expect(refusal({ ...link, 'sec-fetch-dest': 'document' })).toBeUndefined();
    expect(refusal(link, { method: 'POST' })).toContain('403');
    for (const destination of ['iframe', 'frame', 'object', 'embed']) {
      expect(refusal({ ...link, 'sec-fetch-dest': destination })).toContain('403');
    }
  });

  it('refuses a followed link to a foreign name', () => {
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };

    expect(refusal(link, { host: 'rebound.example' })).toContain('403 The host');
  });
});

describe('createForeignRequestCheck: scope', () => {
  const checks = (config: { AUTH_MODE?: 'open' | 'keys'; HTTP_HOST: string }) =>
    createForeignRequestCheck({ ...config, ALLOWED_HOSTS: undefined }) !== undefined;

  it('applies in open mode, and without a mode if only this machine can reach the process', () => {
    expect(checks({ AUTH_MODE: 'open', HTTP_HOST: '127.0.0.1' })).toBe(true);
    expect(checks({ HTTP_HOST: '::1' })).toBe(true);
  });

  it('does not apply to a process whose metrics other machines can reach', () => {
    expect(checks({ HTTP_HOST: '0.0.0.0' })).toBe(false);
  });
});

describe('createForeignRequestCheck with keys', () => {
  const page = 'https://app.example.com';
  const refused = (
    headers: Record<string, string>,
    { method = 'POST', origins = [page] }: { method?: string; origins?: string[] } = {},
  ) => {
    const config = {
      AUTH_MODE: 'keys',
      HTTP_HOST: '0.0.0.0',
      ALLOWED_HOSTS: undefined,
      CORS_ALLOWED_ORIGINS: origins,
    } as const;
    const problem = createForeignRequestCheck(config)?.({ method, host: 'any.example', headers });
    return problem?.body['detail'];
  };
  const basic = { authorization: 'Basic eDp5', 'sec-fetch-site': 'cross-site' };

  it('refuses Basic credentials that a page of another site sends, because browsers add them', () => {
    expect(refused({ ...basic, 'sec-fetch-mode': 'no-cors' })).toContain('CORS_ALLOWED_ORIGINS');
    expect(refused({ ...basic, origin: 'https://evil.example' })).toContain('Basic');
    expect(refused({ ...basic, authorization: 'BASIC eDp5' }, { method: 'GET' })).toContain(
      'Basic',
    );
    expect(refused({ ...basic, 'sec-fetch-mode': 'navigate' })).toContain('Basic');
    expect(refused({ ...basic, origin: page }, { origins: ['*'] })).toContain('Basic');
  });

  it('accepts Basic from listed origins, its own site, followed links and programs', () => {
    const link = { ...basic, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

    expect(refused({ ...basic, origin: page })).toBeUndefined();
    expect(refused({ ...basic, 'sec-fetch-site': 'same-origin' })).toBeUndefined();
    expect(refused(link, { method: 'GET' })).toBeUndefined();
    expect(refused({ authorization: 'Basic eDp5' })).toBeUndefined();
  });

  it('accepts other credentials from any page, because the page must know the key', () => {
    for (const authorization of ['ApiKey x', 'Bearer x', '']) {
      expect(refused({ ...basic, authorization, origin: 'https://evil.example' })).toBeUndefined();
    }
  });
});

describe('createOriginCheck', () => {
  const check = createOriginCheck({
    ALLOWED_HOSTS: ['traces.example'],
    CORS_ALLOWED_ORIGINS: ['https://page.example', '*'],
  });
  const isRefused = (origin?: string, host: string | undefined = 'own.example:8080') =>
    check({ method: 'POST', host, headers: { ...(origin !== undefined && { origin }) } }) !==
    undefined;

  it.each([
    undefined,
    'http://own.example:8080',
    'http://localhost:6274',
    'https://traces.example:8443',
    'https://page.example',
  ])('accepts the origin %s', (origin) => {
    expect(isRefused(origin)).toBe(false);
  });

  it.each([
    'null',
    '',
    'https://evil.example',
    'http://own.example',
    'http://own.example:8080.evil.example',
    'https://page.example:444',
    'chrome-extension://own.example:8080',
  ])('refuses the origin %j', (origin) => {
    expect(isRefused(origin)).toBe(true);
  });

  it('refuses every origin but the allowed ones if the request names no host', () => {
    expect(check({ method: 'POST', host: undefined, headers: { origin: '' } })?.body).toEqual({
      detail: expect.stringContaining('The origin "" is foreign.'),
    });
  });
});
