import { findChdbLibrary } from './start-embedded-clickhouse.js';

function installed(specifier: string) {
  return `/modules/${specifier}`;
}

function missing(): never {
  throw new Error('Cannot find module');
}

describe('findChdbLibrary', () => {
  it('finds the library in the package for the platform', () => {
    expect(findChdbLibrary('linux-x64', installed)).toBe(
      '/modules/@chdb/lib-linux-x64-gnu/libchdb.so',
    );
  });

  it('refuses a platform without a package and names the alternative', () => {
    expect(() => findChdbLibrary('win32-x64', installed)).toThrow(
      /does not exist for win32-x64; set CLICKHOUSE_URL/,
    );
  });

  it('refuses a missing package and names the alternative', () => {
    expect(() => findChdbLibrary('linux-x64', missing)).toThrow(
      /@chdb\/lib-linux-x64-gnu is not installed; set CLICKHOUSE_URL/,
    );
  });
});
