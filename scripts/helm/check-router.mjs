// The rendered configuration of the router in a real nginx, between this process and two stand-ins for the services.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { nginx } from '../tools/nginx.mjs';
import { expectedDestinations, isExpected } from './expected-destinations.mjs';

const START_ATTEMPTS = 100;
const START_PAUSE_MS = 50;

/** Every spelling of every route, sent through nginx; nothing where the values have no router. */
export async function checkRouter(objects) {
  const config = objects.find(({ data }) => data?.['nginx.conf'] !== undefined);
  if (config === undefined) return [];
  const dir = mkdtempSync(join(tmpdir(), 'spanhouse-router-'));
  const services = await Promise.all(backendsIn(config).map(startStandIn));
  const router = await startNginx(config.data['nginx.conf'], { dir, services });
  try {
    return await wrongAnswers(router.url, expectedDestinations(objects));
  } finally {
    await router.stop();
    for (const { server } of services) server.close();
    rmSync(dir, { recursive: true });
  }
}

function backendsIn({ data }) {
  const names = data['nginx.conf'].matchAll(/server ([\w-]+):8080;/g);
  return [...new Set([...names].map(([, name]) => name))];
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
    .replace('listen 8080', `listen 127.0.0.1:${port}`);
  for (const service of services) {
    config = config.replaceAll(`${service.name}:8080`, `127.0.0.1:${service.port}`);
  }
  const file = join(dir, 'nginx.conf');
  writeFileSync(file, config);
  const isRoot = process.getuid?.() === 0;
  const globals = `daemon off; ${isRoot ? 'user root;' : ''}`;
  const child = spawn(await nginx(), ['-c', file, '-e', 'stderr', '-g', globals]);
  let complaints = '';
  child.stderr.on('data', (data) => {
    complaints += data;
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const stop = () => {
    child.kill('SIGTERM');
    return exited;
  };
  for (let attempt = 0; !(await isListening(port)); attempt++) {
    if (attempt === START_ATTEMPTS || child.exitCode !== null) {
      await stop();
      throw new Error(`nginx does not start: ${complaints}`);
    }
    await delay(START_PAUSE_MS);
  }
  return { url: `http://127.0.0.1:${port}`, stop };
}

async function freePort() {
  const { server, port } = await startStandIn('');
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
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
