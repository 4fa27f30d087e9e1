import { createAdminAccess } from './admin-access.js';

const key = 'an admin key of some length';

describe('createAdminAccess', () => {
  it.each([`Access ${key}`, `access  ${key}`, ` Access ${key} `])('accepts %j', (header) => {
    expect(() => createAdminAccess(key)(header)).not.toThrow();
  });

  it.each([
    undefined,
    '',
    'Access',
    'Access ',
    key,
    `Access ${key}x`,
    `Access ${key.slice(1)}`,
    `Bearer ${key}`,
    `ApiKey ${key}`,
  ])('answers %j with UNAUTHORIZED', (header) => {
    expect(() => createAdminAccess(key)(header)).toThrow(
      expect.objectContaining({ code: 'UNAUTHORIZED' }),
    );
  });

  it('refuses every caller if no key is configured', () => {
    for (const header of [undefined, 'Access ', 'Access undefined', `Access ${key}`]) {
      expect(() => createAdminAccess(undefined)(header)).toThrow('no known credentials');
    }
  });
});
