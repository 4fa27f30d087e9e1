import { join } from 'node:path';
import { debianPackage, requireLibraries } from './debian-package.mjs';

/** Path of the program. Rejects with the reason where it cannot be had. */
export async function nginx() {
  const dir = await debianPackage({ name: 'nginx', version: '1.22.1' });
  const program = join(dir, 'usr/sbin/nginx');
  await requireLibraries(program);
  return program;
}
