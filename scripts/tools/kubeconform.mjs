import { goInstall } from './go-install.mjs';

/** Path of kubeconform. */
export function kubeconformTool() {
  return goInstall({ module: 'github.com/yannh/kubeconform/cmd/kubeconform', version: '0.8.0' });
}
