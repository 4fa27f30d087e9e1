import { goInstall } from './go-install.mjs';

/** Path of Helm. The first call compiles it, which takes two minutes on two cores. */
export function helmTool() {
  return goInstall({ module: 'helm.sh/helm/v3/cmd/helm', version: '3.22.0' });
}
