import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { AppError } from '@spanhouse/service-runtime';

const packages: Readonly<Record<string, string>> = {
  'linux-x64': '@chdb/lib-linux-x64-gnu',
};

type Resolve = (specifier: string) => string;

/**
 * Returns the path of the shared library that contains the ClickHouse server. Throws EMBEDDED_CLICKHOUSE_UNSUPPORTED if
 * npm has no library for this platform or did not install it.
 */
export function findChdbLibrary(
  platform = `${process.platform}-${process.arch}`,
  resolve: Resolve = createRequire(import.meta.url).resolve,
): string {
  const name = packages[platform];
  if (name === undefined) {
    throw unsupported(`it does not exist for ${platform}`);
  }
  try {
    return join(dirname(resolve(`${name}/package.json`)), 'libchdb.so');
  } catch (cause) {
    // npm and pnpm skip optional packages for another platform or C library (musl).
    throw unsupported(`its package ${name} is not installed`, cause);
  }
}

function unsupported(reason: string, cause?: unknown): AppError {
  const message = `the embedded ClickHouse cannot run here: ${reason}; set CLICKHOUSE_URL to the address of a ClickHouse server`;
  return new AppError('EMBEDDED_CLICKHOUSE_UNSUPPORTED', message, { cause });
}
