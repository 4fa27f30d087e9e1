// Starts the command of an image in a folder that has the content of the image.
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, startProcess } from '../processes.mjs';

const EXIT_TERMINATED = 143;
const noServer = '127.0.0.1:1';
const absentBackends = {
  KAFKA_BROKERS: noServer,
  CLICKHOUSE_URL: `http://${noServer}`,
  CATALOG_URL: `postgresql://nobody@${noServer}/none`,
  TOKEN_SECRET: 'a secret of thirty-two characters',
  PROBE_WRITE_URL: `http://${noServer}`,
};

/**
 * Starts an image, checks its health, stops it, and returns the problems. The backends are missing, so a server answers
 * but is not healthy, and the migrator waits. The all-in-one image is healthy because it contains every backend. The
 * prober is healthy because it only reports that services are unreachable.
 */
export async function startProblems({ name, app, dir, image }) {
  const isComplete = name === 'all-in-one';
  const isHealthy = isComplete || name === 'prober';
  const port = await freePort();
  const dataDir = join(dir, 'data');
  const own = { HTTP_HOST: '127.0.0.1', HTTP_PORT: String(port), OTLP_HTTP_PORT: '0' };
  const backends = isComplete ? { DATA_DIR: dataDir } : absentBackends;
  const env = { ...image.env, ...own, ...backends, OTLP_GRPC_PORT: String(await freePort()) };
  const user = imageUser(image);
  if (isComplete) {
    mkdirSync(dataDir);
    chownSync(dataDir, user.uid ?? process.getuid(), user.gid ?? process.getgid());
  }
  const program = join(dir, 'node');
  const start = (what, args) =>
    startProcess({
      name,
      program,
      args,
      cwd: app,
      env,
      ...user,
      logFile: join(dir, `${what}.log`),
    });
  const running = start(name, image.exec('CMD'));
  if (image.last('HEALTHCHECK') === 'NONE') {
    await running.untilPrints('backend not reachable yet');
    return endProblems(await running.stop(), EXIT_TERMINATED, running);
  }
  await running.untilAnswers(`http://127.0.0.1:${port}/${isHealthy ? 'readyz' : 'livez'}`);
  const [, script] = image.exec('HEALTHCHECK');
  const check = start(`${name}-health`, [script.replace('/opt/spanhouse', dir)]);
  const expected = isHealthy ? 0 : 1;
  return [
    ...endProblems(await check.exited, expected, check),
    ...(check.output() === '' ? [] : [`the health check prints ${check.output()}`]),
    ...endProblems(await running.stop(), 0, running),
  ];
}

/**
 * Returns the user and group of the image, or no ids if this process is not root. Only root can start a process as
 * another user.
 */
function imageUser(image) {
  const [uid, gid] = image.last('USER').split(':').map(Number);
  return process.getuid() === 0 ? { uid, gid } : {};
}

function endProblems(code, expected, running) {
  return code === expected ? [] : [`ended with ${code}\n${running.output()}`];
}
