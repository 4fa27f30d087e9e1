// Runs a compose file without containers: every service as a process on loopback, in the order the file says.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { whyNoBroker } from '../kafka/broker.mjs';
import { whyNoPostgres } from '../postgres/server.mjs';
import { nginx } from '../tools/nginx.mjs';
import { prometheusTools } from '../tools/prometheus.mjs';
import { startClickHouse } from './stand-ins/clickhouse.mjs';
import { startKafka } from './stand-ins/kafka.mjs';
import { startNginx } from './stand-ins/nginx.mjs';
import { startPostgres } from './stand-ins/postgres.mjs';
import { startProgram } from './stand-ins/program.mjs';
import { startPrometheus } from './stand-ins/prometheus.mjs';

/** What stands in for an image; Grafana is in no registry of packages. */
const STAND_INS = {
  'apache/kafka': startKafka,
  'clickhouse/clickhouse-server': startClickHouse,
  postgres: startPostgres,
  'nginxinc/nginx-unprivileged': startNginx,
  'prom/prometheus': startPrometheus,
};

export function standInFor({ service, image }) {
  return image === undefined ? STAND_INS[service.image.split(':')[0]] : startProgram;
}

/** Why this machine cannot run what stands in, or undefined when it can. */
export async function whyNotRun() {
  const reasonOf = (error) => error.message;
  const reasons = [
    whyNoBroker(),
    whyNoPostgres(),
    await nginx().then(() => undefined, reasonOf),
    await prometheusTools().then(() => undefined, reasonOf),
  ];
  return reasons.find((reason) => reason !== undefined);
}

/** Starts all services; `stop` ends them, last started first, and rejects when one did not end in order. */
export async function runCompose({ services, endpoints, dir, say }) {
  const started = new Map();
  const running = [];

  function start(name) {
    if (!started.has(name)) started.set(name, startAfterOthers(find(name)));
    return started.get(name);
  }

  function find(name) {
    return services.find((service) => service.name === name);
  }

  async function startAfterOthers(service) {
    await Promise.all(service.after.map(waitFor));
    const standIn = standInFor(service);
    if (standIn === undefined) return {};
    const own = join(dir, service.name);
    mkdirSync(own, { recursive: true, mode: 0o755 });
    say(`starting ${service.name}`);
    const process = await standIn({ service, dir: own, endpoints });
    running.push(process);
    return process;
  }

  async function waitFor({ on, condition }) {
    const process = await start(on);
    if (condition === 'service_healthy') await process.healthy?.();
    if (condition === 'service_completed_successfully') await process.completed();
  }

  function isAwaitedToEnd(name) {
    return services.some(({ after }) =>
      after.some(
        ({ on, condition }) => on === name && condition === 'service_completed_successfully',
      ),
    );
  }

  async function stop() {
    const failures = [];
    for (const process of running.splice(0).reverse()) {
      await process.stop().catch((error) => failures.push(error.message));
    }
    if (failures.length > 0) throw new Error(failures.join('\n'));
  }

  try {
    const processes = await Promise.all(services.map(({ name }) => start(name)));
    await Promise.all(
      services.map(({ name }, index) => isAwaitedToEnd(name) || processes[index].healthy?.()),
    );
  } catch (error) {
    await Promise.allSettled(started.values());
    await stop().catch(() => undefined);
    throw error;
  }
  return { stop };
}
