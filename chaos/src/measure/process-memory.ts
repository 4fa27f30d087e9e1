import { readFileSync } from 'node:fs';

const BYTES_PER_KB = 1024;

/**
 * Returns the memory in bytes that the descendants of this process use, keyed by program. If several processes run the
 * same program, the largest value is used. Pages of files, such as the embedded log, do not count, because the kernel
 * reclaims them when it needs memory.
 */
export function readMemory(): ReadonlyMap<string, number> {
  const largest = new Map<string, number>();
  for (const pid of descendantsOf(process.pid)) {
    const name = nameOf(readProc(pid, 'cmdline'));
    const bytes = anonymousBytes(readProc(pid, 'status'));
    if (name !== undefined && bytes > (largest.get(name) ?? 0)) {
      largest.set(name, bytes);
    }
  }
  return largest;
}

/**
 * Returns the name of the program that a command line runs, or undefined for a tool that does not belong to an
 * installation.
 */
export function nameOf(commandLine: string): string | undefined {
  const service = /services\/([a-z-]+)\/dist\/main\.js/.exec(commandLine)?.[1];
  if (service !== undefined) {
    return service;
  }
  if (commandLine.startsWith('spanhouse-clickhouse')) {
    return 'clickhouse';
  }
  return commandLine.includes('kafka.Kafka') ? 'kafka' : undefined;
}

/** Reads the anonymous memory from a process's status file. Returns 0 if the process has ended. */
export function anonymousBytes(status: string): number {
  return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * BYTES_PER_KB;
}

function descendantsOf(pid: number): readonly number[] {
  const children = readProc(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

/** Reads a file in the /proc folder of a process. Returns an empty string if the process has ended. */
function readProc(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
