import { findChdbLibrary } from './chdb-library.js';

const installed = (specifier: string) => `/modules/${specifier}`;
const missing = () => {
  throw new Error('Cannot find module');
};

describe('findChdbLibrary', () => {
  it('finds the library in the package of the platform', () => {
    expect(findChdbLibrary('linux-x64', installed)).toBe(
      '/modules/@chdb/lib-linux-x64-gnu/libchdb.so',
    );
  });

  it('says what to do where no package exists', () => {
    expect(() => findChdbLibrary('win32-x64', installed)).toThrow(
      /does not exist for win32-x64; set CLICKHOUSE_URL/,
    );
  });

  it('says what to do where the package is not installed', () => {
    expect(() => findChdbLibrary('linux-x64', missing)).toThrow(
      /@chdb\/lib-linux-x64-gnu is not installed; set CLICKHOUSE_URL/,
    );
  });
});
