// Jest global set-up for the contract and integration projects. Creates a directory for the data of this run, on a
// memory file system if it has enough space. Starts the process that serves backends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTearDown } from './stop-backends.mjs';

const memoryFileSystem = '/dev/shm';
const MIN_FREE_BYTES = 6 * 1024 ** 3;

export default async function startBackends() {
  const runDir = mkdtempSync(join(dataRoot(), 'spanhouse-tests-'));
  chmodSync(runDir, 0o755); // PostgreSQL runs as another user
  // A run starts many short processes. Node processes therefore share compiled code, and Java uses only its fast
  // compiler.
  process.env.NODE_COMPILE_CACHE = join(runDir, 'compile-cache');
  process.env.JDK_JAVA_OPTIONS = '-XX:TieredStopAtLevel=1';
  const flags = ['--conditions=@spanhouse/source', '--import', 'tsx'];
  const script = join(import.meta.dirname, 'serve-backends.mjs');
  const child = spawn(process.execPath, [...flags, script, runDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true, // Ctrl-C must end only Jest, which then closes the pipe
  });
  onTearDown(async () => {
    const exited = once(child, 'exit');
    child.stdin.end();
    await exited;
  });
  await once(child.stdout, 'data');
  child.stdout.pipe(process.stderr);
  process.env.TEST_BACKENDS_DIR = join(runDir, 'backends');
  process.env.TMPDIR = runDir;
}

function dataRoot() {
  if (!existsSync(memoryFileSystem)) {
    return tmpdir();
  }
  const { bavail, bsize } = statfsSync(memoryFileSystem);
  return bavail * bsize >= MIN_FREE_BYTES ? memoryFileSystem : tmpdir();
}
