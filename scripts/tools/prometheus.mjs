import { join } from 'node:path';
import { debianPackage, requireLibraries } from './debian-package.mjs';

/** Paths of Prometheus and promtool. Rejects with the reason where they cannot be had. */
export async function prometheusTools() {
  const dir = await debianPackage({ name: 'prometheus', version: '2.42.0+ds' });
  const prometheus = join(dir, 'usr/bin/prometheus');
  const promtool = join(dir, 'usr/bin/promtool');
  await Promise.all([requireLibraries(prometheus), requireLibraries(promtool)]);
  return { prometheus, promtool };
}
