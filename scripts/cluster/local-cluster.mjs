// The services as separate processes on loopback: a Kafka broker, a ClickHouse, and on them whatever is started.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedClickHouse } from '../../packages/embedded-clickhouse/dist/index.js';
import { createLogger } from '../../packages/service-runtime/dist/index.js';
import { freePort, startBroker, whyNoBroker } from '../kafka/broker.mjs';

const READY_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 30_000;

export class LocalCluster {
  #dir;
  #say;
  #env;
  /** What is running, newest last: stopped in reverse. */
  #running = [];

  /** Data and logs are kept in `dir`; `env` is for every service, beside this process's own. */
  constructor({ dir, say, env = {} }) {
    this.#dir = dir;
    this.#say = say;
    this.#env = env;
  }

  /** The environment of every service. */
  get env() {
    return this.#env;
  }

  /** Starts what the services need, and lets the migrator prepare it. */
  async startBackends() {
    const reason = whyNoBroker();
    if (reason !== undefined) throw new Error(reason);
    mkdirSync(this.#dir, { recursive: true });
    this.#say('Starting a Kafka broker …');
    const broker = await startBroker({ dir: join(this.#dir, 'kafka') });
    this.#running.push(() => broker.stop());
    this.#say('Starting ClickHouse …');
    const logger = createLogger({ level: 'warn', service: 'local-cluster' });
    const dataDir = join(this.#dir, 'clickhouse');
    const clickhouse = await startEmbeddedClickHouse({ dataDir, logger });
    this.#running.push(() => clickhouse.close());
    this.#env = {
      KAFKA_BROKERS: broker.address,
      CLICKHOUSE_URL: clickhouse.url,
      CATALOG_URL: `sqlite:${join(this.#dir, 'catalog.sqlite')}`,
      TOKEN_SECRET: this.#tokenSecret(),
      ...this.#env,
    };
    this.#say('Migrating …');
    const migrator = this.#spawn({ name: 'schema-migrator', service: 'schema-migrator' });
    const code = await migrator.exited;
    if (code !== 0) throw new Error(`schema-migrator ended with ${code}, see ${migrator.logFile}`);
  }

  /** Resolves with its address when it is ready; port 0 is any free one. */
  async startService({ name, service, port = 0 }) {
    const bound = port === 0 ? await freePort() : port;
    const url = `http://127.0.0.1:${bound}`;
    const started = this.#spawn({ name, service, env: { HTTP_PORT: String(bound) } });
    this.#running.push(() => this.#stopService(started));
    void this.#reportEnd(started);
    await untilReady(url, started);
    return url;
  }

  async stop() {
    for (const stop of this.#running.splice(0).reverse()) await stop();
  }

  #spawn({ name, service, env = {} }) {
    const logFile = join(this.#dir, `${name}.log`);
    const child = spawn(process.execPath, [`services/${service}/dist/main.js`], {
      env: { ...process.env, ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // Ctrl-C reaches the script only, which stops them in order
    });
    const log = createWriteStream(logFile);
    child.stdout.pipe(log);
    child.stderr.pipe(log);
    const exited = new Promise((done) => child.once('exit', (code) => done(code)));
    return { name, child, exited, logFile };
  }

  async #reportEnd({ name, exited, logFile }) {
    this.#say(`${name} ended with ${await exited}, see ${logFile}`);
  }

  async #stopService({ name, child, exited }) {
    child.kill('SIGTERM');
    const bound = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(bound);
    this.#say(`stopped ${name}`);
  }

  #tokenSecret() {
    const file = join(this.#dir, 'token-secret');
    if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
    return readFileSync(file, 'utf8');
  }
}

async function untilReady(url, { name, child, logFile }) {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`${name} ended, see ${logFile}`);
    if (Date.now() > deadline) throw new Error(`${name} is not ready, see ${logFile}`);
    await delay(100);
  }
}

async function isReady(url) {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}
