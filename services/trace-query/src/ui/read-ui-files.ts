import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';

/** A file of the interface in the encodings that browsers accept. */
export interface UiAsset {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly brotli: Buffer;
}

/** The built interface, in memory. */
export interface UiFiles {
  /** The document of every page. Its `<base>` stands for the depth of the address. */
  readonly page: string;
  /** A hash of the document, which changes with every asset. */
  readonly version: string;
  readonly assets: ReadonlyMap<string, UiAsset>;
  /** The hashes of the style elements that the scripts add, as a policy names them. */
  readonly styleHashes: readonly string[];
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Reads the built interface, a few megabytes, so that no request reaches the disk. Returns undefined if it
 * has not been built.
 */
export function readUiFiles(): UiFiles | undefined {
  const home = createRequire(import.meta.url).resolve('@spanhouse/web-ui/package.json');
  const dist = join(dirname(home), 'dist');
  const list = join(dist, 'files.json');
  if (!existsSync(list)) {
    return undefined;
  }
  const names = readNames(list);
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const version = createHash('sha256').update(page).digest('base64url');
  const assets = new Map(names.map((name) => [name, readAsset(join(dist, 'assets', name))]));
  return { page, version, assets, styleHashes: readNames(join(dist, 'style-hashes.json')) };
}

function readNames(file: string): readonly string[] {
  return JSON.parse(readFileSync(file, 'utf8')) as readonly string[];
}

function readAsset(file: string): UiAsset {
  return {
    type: types[extname(file)] ?? 'application/octet-stream',
    plain: readFileSync(file),
    gzip: readFileSync(`${file}.gz`),
    brotli: readFileSync(`${file}.br`),
  };
}
