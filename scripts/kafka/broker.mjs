// Runs a real Apache Kafka broker (KRaft, one node, loopback) from jars on Maven Central without installing it.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort, startProcess } from '../processes.mjs';
import { mavenJars, whyNoJars } from '../tools/maven-jars.mjs';

const run = promisify(execFile);

const brokerJars = {
  title: 'the Kafka broker',
  name: 'kafka-4.3.1-jars',
  // without slf4j-simple, the broker logs nothing
  artifacts: ['org.apache.kafka:kafka_2.13:4.3.1', 'org.slf4j:slf4j-simple:1.7.36'],
  sha256: '9b241538730d32e890117f2362eee3ff6ed60f753d73e6a46652b547a64df32f',
};
const clusterId = 'c3BhbmhvdXNlLXRlc3RzIQ';
const heap = '512m';

/** Returns the reason why this machine cannot run the broker, or undefined if it can. */
export function whyNoBroker() {
  return whyNoJars(brokerJars);
}

async function writeProperties({ dir, port, settings }) {
  const controllerPort = await freePort();
  const values = {
    ID: 1,
    PORT: port,
    CPORT: controllerPort,
    VOTERS: `1@127.0.0.1:${controllerPort}`,
    DATA: join(dir, 'data'),
  };
  const template = readFileSync(join(import.meta.dirname, 'server.properties.template'), 'utf8');
  const file = join(dir, 'server.properties');
  const own = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  const filled = template.replace(/@([A-Z]+)@/g, (_, name) => values[name]);
  writeFileSync(file, `${filled}${own.join('')}`); // the last value of a property is used
  return file;
}

/**
 * Starts a broker on loopback. Existing data in `dir` is kept. `settings` are broker properties that override the
 * template. `javaFlags` override the default memory flags. Ctrl-C does not reach a `detached` broker. `stop` sends
 * SIGTERM, and then SIGKILL if the process does not end in time; `kill` sends SIGKILL.
 */
export async function startBroker({
  dir,
  port: wantedPort = 0,
  settings = {},
  javaFlags = [],
  detached = false,
}) {
  const jars = await mavenJars(brokerJars);
  mkdirSync(dir, { recursive: true });
  const port = wantedPort || (await freePort());
  const properties = await writeProperties({ dir, port, settings });
  const classpath = ['-cp', join(jars, '*')];
  if (!existsSync(join(dir, 'data', 'meta.properties'))) {
    const format = ['kafka.tools.StorageTool', 'format', '--ignore-formatted', '-t', clusterId];
    await run('java', ['-XX:TieredStopAtLevel=1', ...classpath, ...format, '-c', properties]);
  }
  const memory = [`-Xms${heap}`, `-Xmx${heap}`, '-XX:+UseG1GC', '-XX:+ExitOnOutOfMemoryError'];
  const logging = ['-Dorg.slf4j.simpleLogger.showDateTime=true', '-Djava.awt.headless=true'];
  const running = startProcess({
    name: 'the Kafka broker',
    program: 'java',
    args: [...memory, ...javaFlags, ...logging, ...classpath, 'kafka.Kafka', properties],
    logFile: join(dir, 'server.log'),
    detached,
  });
  try {
    await running.untilPrints('Kafka Server started');
  } catch (error) {
    await running.stop('SIGKILL');
    throw error;
  }
  return {
    address: `127.0.0.1:${port}`,
    pid: running.child.pid,
    stop: () => running.stop(),
    kill: () => running.stop('SIGKILL'),
  };
}
