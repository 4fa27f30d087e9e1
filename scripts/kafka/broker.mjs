// A real Apache Kafka broker (KRaft, one node, loopback) out of Maven Central jars: no container, no installation.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const KAFKA_VERSION = '4.3.1';
const CLUSTER_ID = 'c3BhbmhvdXNlLXRlc3RzIQ';
const HEAP = '512m';
const READY_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 10_000;

const cacheHome = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
const LIBS = join(cacheHome, 'spanhouse', `kafka-${KAFKA_VERSION}`, 'libs');

/** Why this machine cannot run the broker, or undefined when it can. */
export function whyNoBroker() {
  const java = spawnSync('java', ['-version'], { encoding: 'utf8' });
  const major = Number(/version "(\d+)/.exec(java.stderr ?? '')?.[1] ?? 0);
  if (major < 17) return 'the Kafka broker needs Java 17 or newer';
  if (hasPinnedJars()) return undefined;
  if (spawnSync('mvn', ['-version']).status !== 0) return 'fetching the Kafka broker needs Maven';
  return undefined;
}

function hasPinnedJars() {
  if (!existsSync(LIBS)) return false;
  const pinned = readFileSync(join(HERE, 'jars.sha256'), 'utf8').trim().split('\n');
  return pinned.every((line) => {
    const [sum, name] = line.split(/\s+/);
    const file = join(LIBS, name);
    return (
      existsSync(file) && createHash('sha256').update(readFileSync(file)).digest('hex') === sum
    );
  });
}

/** Brings the jars of `jars.sha256` into the user's cache, once per machine. */
function fetchBroker() {
  if (hasPinnedJars()) return;
  console.log(`Fetching Apache Kafka ${KAFKA_VERSION} …`);
  mkdirSync(LIBS, { recursive: true });
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
  const flags = ['-B', '-q', '-ntp', '-f', join(HERE, 'pom.xml')];
  const target = [`-DoutputDirectory=${LIBS}`, '-DincludeScope=runtime'];
  execFileSync('mvn', [...flags, goal, ...target], { stdio: 'inherit' });
  if (!hasPinnedJars())
    throw new Error('the fetched Kafka jars differ from scripts/kafka/jars.sha256');
}

export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function writeProperties({ dir, port, settings }) {
  const controllerPort = await freePort();
  const values = {
    ID: 1,
    PORT: port,
    CPORT: controllerPort,
    VOTERS: `1@127.0.0.1:${controllerPort}`,
    DATA: join(dir, 'data'),
    RF: 1,
    MINISR: 1,
  };
  const template = readFileSync(join(HERE, 'server.properties.template'), 'utf8');
  const file = join(dir, 'server.properties');
  const own = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  const filled = template.replace(/@([A-Z]+)@/g, (_, name) => values[name]);
  writeFileSync(file, `${filled}${own.join('')}`); // of two values the last counts
  return file;
}

/**
 * Starts a broker on loopback with its data below `dir`; a directory used before keeps its data. `settings` are
 * broker properties over those of the template; Ctrl-C does not reach a broker that is `detached`. `kill` is SIGKILL; `stop` waits at most 10 s, then kills.
 */
export async function startBroker({ dir, port: wantedPort = 0, settings = {}, detached = false }) {
  fetchBroker();
  mkdirSync(dir, { recursive: true });
  const port = wantedPort || (await freePort());
  const properties = await writeProperties({ dir, port, settings });
  const classpath = ['-cp', join(LIBS, '*')];
  if (!existsSync(join(dir, 'data', 'meta.properties'))) {
    const format = ['kafka.tools.StorageTool', 'format', '--ignore-formatted', '-t', CLUSTER_ID];
    execFileSync('java', ['-XX:TieredStopAtLevel=1', ...classpath, ...format, '-c', properties], {
      stdio: 'ignore',
    });
  }
  const logFile = join(dir, 'server.log');
  const log = openSync(logFile, 'w');
  const memory = [`-Xms${HEAP}`, `-Xmx${HEAP}`, '-XX:+UseG1GC', '-XX:+ExitOnOutOfMemoryError'];
  const logging = ['-Dorg.slf4j.simpleLogger.showDateTime=true', '-Djava.awt.headless=true'];
  const child = spawn('java', [...memory, ...logging, ...classpath, 'kafka.Kafka', properties], {
    stdio: ['ignore', log, log],
    detached,
  });
  closeSync(log);
  const exited = new Promise((resolve) => child.once('exit', resolve));
  await untilStarted(child, logFile);
  return {
    address: `127.0.0.1:${port}`,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      const bound = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(bound);
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function untilStarted(child, logFile) {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!readFileSync(logFile, 'utf8').includes('Kafka Server started')) {
    if (child.exitCode !== null) {
      throw new Error(
        `the Kafka broker ended at start:\n${readFileSync(logFile, 'utf8').slice(-2000)}`,
      );
    }
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(
        `the Kafka broker was not ready after ${READY_TIMEOUT_MS} ms, see ${logFile}`,
      );
    }
    await delay(100);
  }
}
