// The programs that checks run, in pinned versions. Every function resolves with a path, or rejects with the reason why
// the program is not available.
import { join } from 'node:path';
import { debianPackage, requireLibraries } from './debian-package.mjs';
import { goInstall } from './go-install.mjs';

/** Resolves with the path of Helm. The first call compiles it, which takes two minutes on two cores. */
export function helmTool() {
  return goInstall({ module: 'helm.sh/helm/v3/cmd/helm', version: '3.22.0' });
}

export function kubeconformTool() {
  return goInstall({ module: 'github.com/yannh/kubeconform/cmd/kubeconform', version: '0.8.0' });
}

export function nginx() {
  return programOf({ name: 'nginx', version: '1.22.1' }, 'usr/sbin/nginx');
}

export function prometheus() {
  return programOf(prometheusPackage, 'usr/bin/prometheus');
}

export function promtool() {
  return programOf(prometheusPackage, 'usr/bin/promtool');
}

const prometheusPackage = { name: 'prometheus', version: '2.42.0+ds' };

async function programOf(source, path) {
  const program = join(await debianPackage(source), path);
  await requireLibraries(program);
  return program;
}
