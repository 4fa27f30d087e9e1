// A service of this repository: the command of its image, in the folder the image is made of, with the environment of
// the compose file and nothing else.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { execForm } from '../../images/dockerfile.mjs';
import { REPOSITORY } from '../read-compose.mjs';
import { runProcess } from './run-process.mjs';

const HEALTH_SCRIPT = /^\/opt\/spanhouse\//;
const HEALTH_TIMEOUT_MS = 5000;

export function startProgram({ service, dir, endpoints }) {
  const { image, name } = service;
  const rewritten = Object.entries(service.env).map(([key, value]) => [
    key,
    endpoints.rewrite(value),
  ]);
  const env = { ...Object.fromEntries(rewritten), ...endpoints.listening(service) };
  const [, ...args] = [...image.entrypoint, ...image.command, ...service.command];
  const cwd = join(REPOSITORY, 'services', service.service.build.target);
  const logFile = join(dir, `${name}.log`);
  const running = runProcess({ name, program: process.execPath, args, env, cwd, logFile });
  return {
    stop: running.stop,
    healthy: () => running.until(() => isHealthy(image, env)),
    async completed() {
      const code = await running.ended;
      if (code !== 0) throw running.failure(`ended with ${code}`);
    },
  };
}

async function isHealthy(image, env) {
  const [, ...args] = execForm(image.healthcheck).map((arg) =>
    arg.replace(HEALTH_SCRIPT, `${REPOSITORY}/deploy/image/`),
  );
  try {
    await promisify(execFile)(process.execPath, args, { env, timeout: HEALTH_TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}
