// A real ZooKeeper on loopback out of Maven Central jars: `node scripts/zookeeper/server.mjs DIR` prints its port and
// serves until it is ended, with its data below DIR.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../kafka/broker.mjs';
import { mavenJars } from '../tools/maven-jars.mjs';

const READY_TIMEOUT_MS = 180_000;
const [dir] = process.argv.slice(2);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const jars = await mavenJars({
  name: 'zookeeper-3.9.4',
  pom: here('pom.xml'),
  sums: here('jars.sha256'),
});
const port = await freePort();
mkdirSync(join(dir, 'data'), { recursive: true });
const config = join(dir, 'zoo.cfg');
const settings = {
  dataDir: join(dir, 'data'),
  clientPort: port,
  clientPortAddress: '127.0.0.1',
  'admin.enableServer': false,
};
writeFileSync(
  config,
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join(''),
);
const quiet = '-Dorg.slf4j.simpleLogger.defaultLogLevel=error';
const options = ['-Xmx128m', '-XX:TieredStopAtLevel=1', quiet, '-cp', join(jars, '*')];
const main = 'org.apache.zookeeper.server.quorum.QuorumPeerMain';
const child = spawn('java', [...options, main, config], { stdio: ['ignore', 'ignore', 'inherit'] });
child.once('exit', (code) => process.exit(code ?? 0));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill());

for (const deadline = Date.now() + READY_TIMEOUT_MS; !(await isListening()); await delay(100)) {
  if (Date.now() > deadline) throw new Error('ZooKeeper is not ready in time');
}
console.log(`listening on ${port}`);

function isListening() {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
