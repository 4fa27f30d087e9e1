import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataDir } from '../../src/data-dir-lock.js';

let dataDir = '';
let lockFile = '';

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'data-dir-lock-'));
  lockFile = join(dataDir, 'owner.lock');
});

afterEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
});

describe('lockDataDir', () => {
  it('creates the directory and lets nobody else in until it is released', () => {
    const inner = join(dataDir, 'a', 'b');
    const lock = lockDataDir(inner);

    expect(() => lockDataDir(inner)).toThrow(`${inner} is in use by process ${process.pid}`);
    lock.release();
    lockDataDir(inner).release();
    expect(readdirSync(inner)).toEqual([]);
  });

  it.each([
    ['of a process that is gone', '{"pid":4194305,"startedAt":"1"}'],
    ['of an earlier process with the same pid', `{"pid":${process.pid},"startedAt":"1"}`],
    ['of an earlier process with a living pid', '{"pid":1,"startedAt":"-1"}'],
    ['that was cut short', '{"pid":1'],
    ['that is empty', ''],
  ])('takes over a lock %s', (_what, text) => {
    writeFileSync(lockFile, text);

    const lock = lockDataDir(dataDir);

    expect(() => lockDataDir(dataDir)).toThrow('is in use by process');
    lock.release();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('does not release what another owner has taken', () => {
    const lock = lockDataDir(dataDir);
    writeFileSync(lockFile, '{"pid":1,"startedAt":"1"}');

    lock.release();

    expect(existsSync(lockFile)).toBe(true);
  });
});
