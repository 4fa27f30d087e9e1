// Runs a configuration in a real nginx that forwards to one fake server for each service.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startProcess } from '../processes.mjs';
import { nginx } from '../tools/programs.mjs';
import { isExpected } from './expected-destinations.mjs';

/** Sends every request through nginx, and returns the requests that do not reach their destination. */
export async function routerProblems(config, requests) {
  const dir = mkdtempSync(join(tmpdir(), 'spanhouse-router-'));
  const names = [...config.matchAll(/\b([a-z][\w-]*):8080/g)].map(([, name]) => name);
  const services = await Promise.all([...new Set(names)].map(startStandIn));
  const router = await startNginx(config, { dir, services });
  try {
    return await wrongAnswers(router.url, requests);
  } finally {
    await router.stop();
    for (const { server } of services) {
      server.close();
    }
    rmSync(dir, { recursive: true });
  }
}

async function startStandIn(name) {
  const server = createServer((_req, res) => res.setHeader('x-service', name).end());
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { name, server, port: server.address().port };
}

async function startNginx(text, { dir, services }) {
  const port = await freePort();
  let config = text
    .replaceAll('/tmp/', `${dir}/`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('listen 4318', `listen 127.0.0.1:${await freePort()}`);
  for (const service of services) {
    config = config.replaceAll(`${service.name}:8080`, `127.0.0.1:${service.port}`);
  }
  const file = join(dir, 'nginx.conf');
  writeFileSync(file, config);
  const isRoot = process.getuid?.() === 0;
  const globals = `daemon off; ${isRoot ? 'user root;' : ''}`;
  const running = startProcess({
    name: 'nginx',
    program: await nginx(),
    args: ['-c', file, '-e', 'stderr', '-g', globals],
    logFile: join(dir, 'nginx.log'),
  });
  const url = `http://127.0.0.1:${port}`;
  await running.until(`nginx answers ${url}`, () =>
    fetch(url).then(
      () => true,
      () => false,
    ),
  );
  return { url, stop: () => running.stop() };
}

async function wrongAnswers(url, requests) {
  const problems = [];
  for (const { method, path, to } of requests) {
    const answer = await fetch(`${url}${path}?q=%2Fmetrics`, { method });
    const reached = answer.headers.get('x-service') ?? undefined;
    await answer.arrayBuffer();
    if (!isExpected(reached, to)) {
      problems.push(`nginx: ${method} ${path} reaches ${reached}, not ${to}: ${answer.status}`);
    }
  }
  return problems;
}
