// nginx out of Debian's package, with the mounted configuration.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nginx } from '../../tools/nginx.mjs';
import { layOutMounts } from '../mounts.mjs';
import { answers, runProcess } from './run-process.mjs';

export async function startNginx({ service, dir, endpoints }) {
  const inDir = layOutMounts({ service, dir, rewrite: endpoints.rewrite });
  const config = inDir('/etc/nginx/nginx.conf');
  const text = readFileSync(config, 'utf8')
    .replaceAll(/listen (\d+);/g, (_, port) => `listen ${endpoints.address(service.name, port)};`)
    .replaceAll(/ \/tmp\//g, ` ${join(dir, 'tmp')}/`);
  writeFileSync(config, text);
  mkdirSync(join(dir, 'tmp'), { recursive: true });
  const globals = process.getuid?.() === 0 ? 'daemon off; user root;' : 'daemon off;';
  const running = runProcess({
    name: service.name,
    program: await nginx(),
    args: ['-e', 'stderr', '-p', dir, '-c', config, '-g', globals],
    env: {},
    cwd: dir,
    logFile: join(dir, `${service.name}.log`),
  });
  const url = `http://${endpoints.address(service.name, '8080')}/livez`;
  return { stop: running.stop, healthy: () => running.until(() => answers(url)) };
}
