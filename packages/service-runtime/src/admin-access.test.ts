import { createAdminAccess } from './admin-access.js';

const KEY = 'an admin key of some length';

describe('createAdminAccess', () => {
  it.each([`Access ${KEY}`, `access  ${KEY}`, ` Access ${KEY} `])('lets %j in', (header) => {
    expect(() => createAdminAccess(KEY)(header)).not.toThrow();
  });

  it.each([
    undefined,
    '',
    'Access',
    'Access ',
    KEY,
    `Access ${KEY}x`,
    `Access ${KEY.slice(1)}`,
    `Bearer ${KEY}`,
    `ApiKey ${KEY}`,
  ])('answers %j with UNAUTHORIZED', (header) => {
    expect(() => createAdminAccess(KEY)(header)).toThrow(
      expect.objectContaining({ code: 'UNAUTHORIZED' }),
    );
  });

  it('lets nobody in without a key', () => {
    for (const header of [undefined, 'Access ', 'Access undefined', `Access ${KEY}`]) {
      expect(() => createAdminAccess(undefined)(header)).toThrow('no known credentials');
    }
  });
});
