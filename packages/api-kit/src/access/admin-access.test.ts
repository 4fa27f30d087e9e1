import { createAdminAccess } from './admin-access.js';

const key = 'an admin key of some length';

describe('createAdminAccess', () => {
  it.each([`Access ${key}`, `access  ${key}`, ` Access ${key} `])('accepts %j', (header) => {
    expect(() => createAdminAccess([key])(header)).not.toThrow();
  });

  it('accepts both keys during a replacement, and then refuses the removed key', () => {
    const [old, next] = [`Access ${key}`, 'Access the next admin key'];
    const during = createAdminAccess(['the next admin key', key]);
    const afterwards = createAdminAccess(['the next admin key']);

    for (const header of [old, next]) {
      expect(() => during(header)).not.toThrow();
    }
    expect(() => during(`${next},${key}`)).toThrow('no known credentials');
    expect(() => afterwards(next)).not.toThrow();
    expect(() => afterwards(old)).toThrow('no known credentials');
  });

  it.each([undefined, '', `Access ${key}x`, `Access ${key.slice(1)}`])(
    'answers %j with UNAUTHORIZED',
    (header) => {
      expect(() => createAdminAccess([key])(header)).toThrow(
        expect.objectContaining({ code: 'UNAUTHORIZED' }),
      );
    },
  );

  it.each(['Access', 'Access ', key, `Bearer ${key}`, `ApiKey ${key}`])(
    'answers %j with a 401 that describes the accepted credentials',
    (header) => {
      const hint = expect.stringContaining('`authorization: Access <admin key>`');
      expect(() => createAdminAccess([key])(header)).toThrow(
        expect.objectContaining({
          status: 401,
          body: { detail: { message: 'Unauthorized', hint } },
        }),
      );
    },
  );

  it('refuses every caller if no key is configured', () => {
    for (const header of [undefined, 'Access undefined', `Access ${key}`]) {
      expect(() => createAdminAccess()(header)).toThrow('no known credentials');
    }
  });
});
