import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { ConfigError } from '@spanhouse/service-runtime';

export interface BuiltFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** True if the file name contains a hash of the content. */
  readonly isHashed: boolean;
}

/** Built pages of another product, kept in memory. */
export interface BuiltPages {
  /** The HTML document that serves all pages. */
  readonly page: string;
  /** Files keyed by their path below the base path. */
  readonly assets: ReadonlyMap<string, BuiltFile>;
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};
const hashed = /[.-][\w-]{8,}\.\w+$/;

/**
 * Reads the built pages from the configured directory into memory, so that no request reads the disk. The pages take a
 * few megabytes. Throws a ConfigError if they are missing.
 */
export function readBuiltPages(setting: string, dir: string): BuiltPages {
  try {
    const page = readFileSync(join(dir, 'index.html'), 'utf8');
    const entries = readdirSync(dir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return {
      page,
      assets: new Map(
        files.map(({ parentPath, name }) => {
          const path = join(parentPath, name);
          return [relative(dir, path).split(sep).join('/'), readFile(path)];
        }),
      ),
    };
  } catch (error) {
    throw new ConfigError([
      `${setting}: ${dir} has no index.html of built pages: ${(error as Error).message}`,
    ]);
  }
}

function readFile(path: string): BuiltFile {
  return {
    type: types[extname(path)] ?? 'application/octet-stream',
    bytes: readFileSync(path),
    isHashed: hashed.test(path),
  };
}
