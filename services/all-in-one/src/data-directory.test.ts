import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@spanhouse/service-runtime';
import { createRecordingLogger, createSilentLogger } from '@spanhouse/service-runtime/testing';
import { loadTokenSecret, openDataDirectory, tightenModes } from './data-directory.js';

const logger = createSilentLogger();

function newDir() {
  return mkdtempSync(join(tmpdir(), 'spanhouse-data-'));
}

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

/**
 * Writes files as an earlier version did: directories with mode 0755 and files with mode 0644, regardless of the umask.
 */
function writeOpenly(directory: string, files: readonly string[]): void {
  for (const file of files) {
    const path = join(directory, file);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, '');
    chmodSync(path, 0o644);
  }
  for (const name of ['.', ...readdirSync(directory, { recursive: true, encoding: 'utf8' })]) {
    const path = join(directory, name);
    chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  }
}

describe('openDataDirectory', () => {
  it('creates missing directories and gives each part a separate path', () => {
    const directory = openDataDirectory(join(newDir(), 'a', 'b'), logger);

    const { path, ...parts } = directory;
    expect(modeOf(path)).toBe(0o700);
    expect(new Set(Object.values(parts)).size).toBe(3);
  });

  it('removes access of other users that an earlier version allowed, and reports it once', () => {
    const path = newDir();
    const { logger: recording, lines } = createRecordingLogger();
    const parts = ['log/data.mdb', 'clickhouse/store/abc/part/data.bin', 'clickhouse/config.xml'];
    const files = [...parts, 'catalog.sqlite', 'catalog.sqlite-wal', 'token-secret'];
    writeOpenly(path, files);

    openDataDirectory(path, recording);

    expect(files.map((file) => modeOf(join(path, file)))).toEqual(files.map(() => 0o600));
    const directories = ['.', 'log', 'clickhouse', 'clickhouse/store/abc/part'];
    expect(directories.map((name) => modeOf(join(path, name)))).toEqual([
      0o700, 0o700, 0o700, 0o700,
    ]);
    expect(lines).toMatchObject([{ level: 'info', tightened: 12, isComplete: true }]);

    openDataDirectory(path, recording);

    expect(lines).toHaveLength(1);
  });

  it('removes access to files in a directory that is already private', () => {
    const path = newDir();
    writeOpenly(path, ['clickhouse/store/part/data.bin', 'clickhouse/owner.lock']);
    chmodSync(join(path, 'clickhouse'), 0o700);

    openDataDirectory(path, logger);

    expect(modeOf(join(path, 'clickhouse/store/part/data.bin'))).toBe(0o600);
    expect(modeOf(join(path, 'clickhouse/owner.lock'))).toBe(0o600);
  });

  it('changes no other file, in the directory or at the end of a link', () => {
    const [path, elsewhere] = [newDir(), newDir()];
    writeOpenly(path, ['notes.txt', 'log/data.mdb']);
    writeOpenly(elsewhere, ['target']);
    symlinkSync(join(elsewhere, 'target'), join(path, 'log/link'));

    openDataDirectory(path, logger);

    expect(modeOf(join(path, 'notes.txt'))).toBe(0o644);
    expect(modeOf(join(elsewhere, 'target'))).toBe(0o644);
  });

  it('follows a part to another disk', () => {
    const [path, disk] = [newDir(), newDir()];
    writeOpenly(disk, ['store/part/data.bin']);
    symlinkSync(disk, join(path, 'clickhouse'));

    openDataDirectory(path, logger);

    expect([modeOf(disk), modeOf(join(disk, 'store/part/data.bin'))]).toEqual([0o700, 0o600]);
  });

  it('warns once about files of another user, and uses the directory', () => {
    const { logger: recording, lines } = createRecordingLogger();

    // Linux refuses to change modes in this directory, as it does for files of another user.
    tightenModes(`/proc/${process.pid}`, {
      parts: [`/proc/${process.pid}/limits`],
      logger: recording,
    });

    expect(lines).toMatchObject([{ level: 'warn', path: `/proc/${process.pid}`, count: 2 }]);
  });

  it('names the setting and the reason when the directory cannot be written to', () => {
    const file = join(newDir(), 'file');
    writeFileSync(file, '');

    expect(() => openDataDirectory(join(file, 'below'), logger)).toThrow(ConfigError);
    expect(() => openDataDirectory(join(file, 'below'), logger)).toThrow(
      /DATA_DIR: must be a directory that this process can write to: .*ENOTDIR/,
    );
  });
});

describe('loadTokenSecret', () => {
  it('creates a secret that only its owner can read, and returns the same one afterwards', () => {
    const directory = openDataDirectory(newDir(), logger);

    const secret = loadTokenSecret(directory);

    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(modeOf(join(directory.path, 'token-secret'))).toBe(0o600);
    expect(loadTokenSecret(directory)).toBe(secret);
  });
});
