import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@spanhouse/service-runtime';
import { loadTokenSecret, openDataDirectory } from './data-directory.js';

function newDir() {
  return mkdtempSync(join(tmpdir(), 'spanhouse-data-'));
}

describe('openDataDirectory', () => {
  it('creates missing directories and gives each part a path of its own', () => {
    const directory = openDataDirectory(join(newDir(), 'a', 'b'));

    const { path, ...parts } = directory;
    expect(statSync(path).isDirectory()).toBe(true);
    expect(new Set(Object.values(parts)).size).toBe(3);
  });

  it('names the setting and the reason when the directory cannot be written to', () => {
    const file = join(newDir(), 'file');
    writeFileSync(file, '');

    expect(() => openDataDirectory(join(file, 'below'))).toThrow(ConfigError);
    expect(() => openDataDirectory(join(file, 'below'))).toThrow(
      /DATA_DIR: must be a directory that this process can write to: .*ENOTDIR/,
    );
  });
});

describe('loadTokenSecret', () => {
  it('creates a secret that only its owner can read, and returns the same one afterwards', () => {
    const directory = openDataDirectory(newDir());

    const secret = loadTokenSecret(directory);

    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(join(directory.path, 'token-secret')).mode & 0o777).toBe(0o600);
    expect(loadTokenSecret(directory)).toBe(secret);
  });
});
