// Runs the services as separate processes on loopback, with a Kafka broker and a ClickHouse server.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  clickhouseSettings,
  startEmbeddedClickHouse,
} from '../../packages/embedded-clickhouse/dist/index.js';
import { createLogger } from '../../packages/service-runtime/dist/index.js';
import { startBroker, whyNoBroker } from '../kafka/broker.mjs';
import { freePort, startProcess } from '../processes.mjs';

export class LocalCluster {
  #dir;
  #say;
  #env;
  /**
   * Functions that stop the running parts, in the order in which the parts were started. `stop` calls them in reverse
   * order.
   */
  #running = [];

  /** Creates a cluster that stores its data and logs in `dir`. `env` is added to the environment of every service. */
  constructor({ dir, say, env = {} }) {
    this.#dir = dir;
    this.#say = say;
    this.#env = env;
  }

  /** Environment of every service. */
  get env() {
    return this.#env;
  }

  /** Starts the backends and migrates them. */
  async startBackends() {
    const reason = whyNoBroker();
    if (reason !== undefined) {
      throw new Error(reason);
    }
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
    chmodSync(this.#dir, 0o700); // earlier versions allowed access by other users
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
      ...clickhouseSettings(clickhouse),
      CATALOG_URL: `sqlite:${join(this.#dir, 'catalog.sqlite')}`,
      TOKEN_SECRET: this.#tokenSecret(),
      ...this.#env,
    };
    this.#say('Migrating …');
    const migrator = this.#spawn({ name: 'schema-migrator', service: 'schema-migrator' });
    const code = await migrator.exited;
    if (code !== 0) {
      throw new Error(`schema-migrator ended with ${code}, see ${migrator.logFile}`);
    }
  }

  /** Starts a service and resolves with its address when it is ready. Port 0 means any free port. */
  async startService({ name, service, port = 0 }) {
    const bound = port === 0 ? await freePort() : port;
    const url = `http://127.0.0.1:${bound}`;
    const started = this.#spawn({ name, service, env: { HTTP_PORT: String(bound) } });
    this.#running.push(() => this.#stopService(started));
    void this.#reportEnd(started);
    await started.untilAnswers(`${url}/readyz`);
    return url;
  }

  async stop() {
    for (const stop of this.#running.splice(0).reverse()) {
      await stop();
    }
  }

  #spawn({ name, service, env = {} }) {
    const logFile = join(this.#dir, `${name}.log`);
    const running = startProcess({
      name,
      program: process.execPath,
      args: [`services/${service}/dist/main.js`],
      env: { ...process.env, ...this.#env, ...env },
      logFile,
      detached: true, // Ctrl-C must reach only this script, which stops the services in order
    });
    return { name, logFile, ...running };
  }

  async #reportEnd({ name, exited, logFile }) {
    this.#say(`${name} ended with ${await exited}, see ${logFile}`);
  }

  async #stopService({ name, stop }) {
    await stop();
    this.#say(`stopped ${name}`);
  }

  #tokenSecret() {
    const file = join(this.#dir, 'token-secret');
    if (!existsSync(file)) {
      writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
    }
    return readFileSync(file, 'utf8');
  }
}
