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

/** The services of a compose file as processes. */
export class LocalSystem {
  #services;
  #endpoints;
  #dir;
  #say;
  #started = new Map();
  #running = new Map();

  constructor({ services, endpoints, dir, say }) {
    this.#services = services;
    this.#endpoints = endpoints;
    this.#dir = dir;
    this.#say = say;
  }

  /** Resolves when everything is healthy; ends what it started when something is not. */
  async start() {
    try {
      const names = this.#services.map(({ name }) => name);
      const processes = await Promise.all(names.map((name) => this.#start(name)));
      await Promise.all(
        names.map((name, index) => this.#runsOnce(name) || processes[index].healthy?.()),
      );
    } catch (error) {
      await Promise.allSettled(this.#started.values());
      await this.stop().catch(() => undefined);
      throw error;
    }
  }

  /** Last started first; rejects when one did not end in order. */
  async stop() {
    const failures = [];
    for (const name of [...this.#running.keys()].reverse()) {
      await this.stopOne(name).catch((error) => failures.push(error.message));
    }
    if (failures.length > 0) throw new Error(failures.join('\n'));
  }

  async stopOne(name) {
    this.#find(name);
    const process = this.#running.get(name);
    this.#running.delete(name);
    await process?.stop();
  }

  /** With the data and the ports it had. */
  async startOne(name) {
    const service = this.#find(name);
    if (this.#running.has(name)) return;
    const process = await this.#startAlone(service);
    await process.healthy?.();
  }

  #start(name) {
    if (!this.#started.has(name)) this.#started.set(name, this.#startAfterOthers(name));
    return this.#started.get(name);
  }

  async #startAfterOthers(name) {
    const service = this.#find(name);
    await Promise.all(service.after.map((wait) => this.#waitFor(wait)));
    return this.#startAlone(service);
  }

  async #waitFor({ on, condition }) {
    const process = await this.#start(on);
    if (condition === 'service_healthy') await process.healthy?.();
    if (condition === 'service_completed_successfully') await process.completed();
  }

  async #startAlone(service) {
    const standIn = standInFor(service);
    if (standIn === undefined) return {};
    const dir = join(this.#dir, service.name);
    mkdirSync(dir, { recursive: true });
    this.#say(`starting ${service.name}`);
    const process = await standIn({ service, dir, endpoints: this.#endpoints });
    this.#running.set(service.name, process);
    return process;
  }

  #runsOnce(name) {
    return this.#services.some(({ after }) =>
      after.some(
        ({ on, condition }) => on === name && condition === 'service_completed_successfully',
      ),
    );
  }

  #find(name) {
    const service = this.#services.find((one) => one.name === name);
    if (service === undefined) throw new Error(`there is no service ${name}`);
    return service;
  }
}
