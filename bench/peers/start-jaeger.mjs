import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../packages/service-runtime/src/process/free-port.ts';

const command = 'github.com/jaegertracing/jaeger/cmd/jaeger';
const START_ATTEMPTS = 300;
const START_DELAY_MS = 100;

/** Builds Jaeger from the module of bench/peers/jaeger. The first build takes minutes. */
export function buildJaeger(binary) {
  execFileSync('go', ['build', '-o', binary, command], {
    cwd: join(import.meta.dirname, 'jaeger'),
  });
}

/** The pipeline and the badger settings of Jaeger's own config-badger.yaml, on loopback. */
function configOf({ dir, otlpPort, httpPort, grpcPort }) {
  return `
extensions:
  jaeger_storage:
    backends:
      store:
        badger:
          directories: { keys: "${dir}/keys", values: "${dir}/values" }
          ephemeral: false
          ttl: { spans: 48h }
  jaeger_query:
    storage: { traces: store }
    http: { endpoint: "127.0.0.1:${httpPort}" }
    grpc: { endpoint: "127.0.0.1:${grpcPort}" }
receivers: { otlp: { protocols: { http: { endpoint: "127.0.0.1:${otlpPort}" } } } }
processors: { batch: {} }
exporters: { jaeger_storage_exporter: { trace_storage: store } }
service:
  extensions: [jaeger_storage, jaeger_query]
  telemetry: { logs: { level: error }, metrics: { level: none } }
  pipelines:
    traces: { receivers: [otlp], processors: [batch], exporters: [jaeger_storage_exporter] }
`;
}

/** Starts Jaeger with a badger store in a directory, and resolves once it takes spans and answers queries. */
export async function startJaeger(binary, dir) {
  const ports = {
    otlpPort: await freePort(),
    httpPort: await freePort(),
    grpcPort: await freePort(),
  };
  const config = join(dir, 'config.yaml');
  writeFileSync(config, configOf({ dir, ...ports }));
  const child = spawn(binary, ['--config', config], { stdio: 'ignore' });
  const exited = once(child, 'exit');
  process.once('exit', () => child.kill('SIGTERM'));
  const close = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  const ingestUrl = `http://127.0.0.1:${ports.otlpPort}`;
  const readUrl = `http://127.0.0.1:${ports.httpPort}`;
  try {
    await untilAnswers(`${ingestUrl}/v1/traces`, { method: 'POST' });
    await untilAnswers(`${readUrl}/api/services`);
  } catch (error) {
    await close();
    throw error;
  }
  return { ingestUrl, readUrl, pids: { jaeger: child.pid }, close };
}

async function untilAnswers(url, init) {
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt++) {
    const answer = await fetch(url, init).catch(() => undefined);
    if (answer !== undefined) {
      await answer.arrayBuffer();
      return;
    }
    await delay(START_DELAY_MS);
  }
  throw new Error('Jaeger does not start');
}
