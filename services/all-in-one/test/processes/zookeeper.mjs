// Runs a real ZooKeeper on loopback with jars from Maven Central. `zookeeper.mjs DIR` stores its data in DIR, prints
// its port and runs until a signal stops it.
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort, startProcess } from '../../../../scripts/processes.mjs';
import { mavenJars } from '../../../../scripts/tools/maven-jars.mjs';

const [dir] = process.argv.slice(2);
const jars = await mavenJars({
  name: 'zookeeper-3.9.4-jars',
  artifacts: [
    'org.apache.zookeeper:zookeeper:3.9.4',
    'io.dropwizard.metrics:metrics-core:4.2.36',
    'org.xerial.snappy:snappy-java:1.1.10.8',
    'org.slf4j:slf4j-simple:2.0.13',
  ],
  sha256: '18850d36bae33a799a0f8dc9236b37e24cbfbd7960a71d44c1599d23b73e1a72',
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
const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
writeFileSync(config, lines.join(''));
const quiet = '-Dorg.slf4j.simpleLogger.defaultLogLevel=error';
const options = ['-Xmx128m', '-XX:TieredStopAtLevel=1', quiet, '-cp', join(jars, '*')];
const main = 'org.apache.zookeeper.server.quorum.QuorumPeerMain';
const running = startProcess({
  name: 'ZooKeeper',
  program: 'java',
  args: [...options, main, config],
  logFile: join(dir, 'zookeeper.log'),
});
void running.exited.then((code) => process.exit(Number(code) || 0));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => running.child.kill());
}
await running.until(`ZooKeeper listens on port ${port}`, isListening);
console.log(`listening on ${port}`);

function isListening() {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
