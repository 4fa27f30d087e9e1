import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDirectory } from '@spanhouse/service-runtime';

const owners: ChildProcess[] = [];
let directory = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'lock-directory-'));
});

afterEach(() => {
  for (const owner of owners.splice(0)) {
    owner.kill('SIGKILL');
  }
  rmSync(directory, { recursive: true, force: true });
});

/** Starts a process that takes the lock, drops its reference to the lock, and runs garbage collection. */
async function spawnOwner() {
  const script = `
    import { lockDirectory } from '@spanhouse/service-runtime';
    lockDirectory(${JSON.stringify(directory)});
    await new Promise(setImmediate);
    globalThis.gc();
    await new Promise(setImmediate);
    process.stdout.write('locked');
    setInterval(() => undefined, 60_000);`;
  const flags = [
    '--expose-gc',
    '--conditions=@spanhouse/source',
    '--import',
    'tsx',
    '--input-type=module',
  ];
  const owner = spawn(process.execPath, [...flags, '--eval', script], {
    cwd: __dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  owners.push(owner);
  await once(owner.stdout, 'data');
  return owner;
}

describe('lockDirectory', () => {
  it('creates the directory and refuses other owners until it is released', () => {
    const inner = join(directory, 'a', 'b');
    const lock = lockDirectory(inner);

    expect(() => lockDirectory(inner)).toThrow(`another process uses ${inner}`);
    lock.release();
    lock.release();
    lockDirectory(inner).release();
  });

  it('refuses other processes, and admits one as soon as the owner is killed', async () => {
    const owner = await spawnOwner();
    expect(() => lockDirectory(directory)).toThrow(
      expect.objectContaining({ code: 'DIRECTORY_IN_USE' }),
    );

    owner.kill('SIGKILL');
    await once(owner, 'exit');

    lockDirectory(directory).release();
  });

  it('reports a directory that cannot be used', () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');

    expect(() => lockDirectory(file)).toThrow(
      expect.objectContaining({ code: 'DIRECTORY_UNUSABLE' }),
    );
  });
});
