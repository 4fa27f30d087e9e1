// Prometheus out of Debian's package, with the mounted configuration and the flags of the compose file.
import { join } from 'node:path';
import { prometheusTools } from '../../tools/prometheus.mjs';
import { layOutMounts } from '../mounts.mjs';
import { answers, runProcess } from './run-process.mjs';

export async function startPrometheus({ service, dir, endpoints }) {
  const inDir = layOutMounts({ service, dir, rewrite: endpoints.rewrite });
  const address = endpoints.address(service.name, '9090');
  const { prometheus } = await prometheusTools();
  const running = runProcess({
    name: service.name,
    program: prometheus,
    args: [...service.command.map(inDir), `--web.listen-address=${address}`],
    env: {},
    cwd: dir,
    logFile: join(dir, `${service.name}.log`),
  });
  return {
    stop: running.stop,
    healthy: () => running.until(() => answers(`http://${address}/-/ready`)),
  };
}
