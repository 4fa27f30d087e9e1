import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, startProcess } from '../../scripts/processes.mjs';

const command = 'github.com/jaegertracing/jaeger/cmd/jaeger';

/** Builds Jaeger from the module in bench/peers/jaeger. The first build takes minutes. */
export function buildJaeger(binary) {
  execFileSync('go', ['build', '-o', binary, command], {
    cwd: join(import.meta.dirname, 'jaeger'),
  });
}

/**
 * Returns a configuration with the pipeline and the badger settings of Jaeger's own config-badger.yaml, on loopback.
 */
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

/** Starts Jaeger with a badger store in a directory. Resolves when Jaeger accepts spans and answers queries. */
export async function startJaeger(binary, dir) {
  const ports = {
    otlpPort: await freePort(),
    httpPort: await freePort(),
    grpcPort: await freePort(),
  };
  mkdirSync(dir);
  const config = join(dir, 'config.yaml');
  writeFileSync(config, configOf({ dir, ...ports }));
  const running = startProcess({
    name: 'Jaeger',
    program: binary,
    args: ['--config', config],
    logFile: join(dir, 'jaeger.log'),
  });
  process.once('exit', () => running.child.kill('SIGTERM'));
  const ingestUrl = `http://127.0.0.1:${ports.otlpPort}`;
  const readUrl = `http://127.0.0.1:${ports.httpPort}`;
  const close = () => running.stop();
  try {
    await running.until('Jaeger takes spans', () =>
      fetch(`${ingestUrl}/v1/traces`, { method: 'POST' }).then(
        () => true,
        () => false,
      ),
    );
    await running.untilAnswers(`${readUrl}/api/services`);
  } catch (error) {
    await close();
    throw error;
  }
  return { ingestUrl, readUrl, pids: { jaeger: running.child.pid }, close };
}
