// What has to hold for an image, seen from the folders it would be made of.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../kafka/broker.mjs';
import { execForm } from './dockerfile.mjs';
import { installedPackages, productionClosure } from './production-closure.mjs';
import { startImage } from './start-image.mjs';

const EXIT_TERMINATED = 143;
const NOBODY_LISTENS = '127.0.0.1:1';
const BACKENDS = {
  KAFKA_BROKERS: NOBODY_LISTENS,
  CLICKHOUSE_URL: `http://${NOBODY_LISTENS}`,
  CATALOG_URL: `postgresql://nobody@${NOBODY_LISTENS}/none`,
  TOKEN_SECRET: 'a secret of thirty-two characters',
};

/** Only what the lock file gives the service in production, and nothing of the sources. */
export function verifyContent({ name, root, lockFile }) {
  const closure = productionClosure(name, lockFile);
  const installed = installedPackages(join(root, 'app'));
  const foreign = installed.filter((key) => !closure.has(key));
  if (foreign.length > 0) throw new Error(`not of production: ${foreign.join(', ')}`);
  const hasClickHouse = installed.some((key) => key.startsWith('@chdb/'));
  if (hasClickHouse !== (name === 'all-in-one'))
    throw new Error(`embedded ClickHouse: ${hasClickHouse ? 'is there' : 'is missing'}`);
  const sources = ownFiles(join(root, 'app')).filter((file) =>
    /\.test\.|^(?:src|test)\//.test(file),
  );
  if (sources.length > 0)
    throw new Error(`sources in the image: ${sources.slice(0, 3).join(', ')}`);
  return `${installed.length} packages`;
}

function ownFiles(app) {
  const store = join(app, 'node_modules/.pnpm');
  const copies = readdirSync(store)
    .filter((folder) => folder.startsWith('@spanhouse+'))
    .map((folder) => join(store, folder, 'node_modules/@spanhouse', folder.split(/[+@]/)[2]));
  const folders = [app, ...copies.filter((folder) => existsSync(folder))];
  return folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((entry) => entry !== 'node_modules' && entry !== 'README.md')
      .flatMap((entry) => [`${entry}/`, ...below(join(folder, entry))]),
  );
}

function below(path) {
  try {
    return readdirSync(path, { recursive: true });
  } catch {
    return [];
  }
}

/** Starts, answers, tells its health, and ends in order on SIGTERM, with nothing behind it. */
export async function verifyServer({ root, node, image }) {
  const port = await freePort();
  const env = { ...BACKENDS, HTTP_HOST: '127.0.0.1', HTTP_PORT: String(port) };
  const options = {
    root,
    node,
    image,
    env: { ...env, ...(await otherPorts()), LOG_LEVEL: 'warn' },
  };
  const running = startImage(options);
  try {
    await running.untilAnswers(`http://127.0.0.1:${port}/livez`);
    await expectHealth(options, 1);
  } finally {
    await expectEnd(running.stop(), 0, running);
  }
}

/** The embedded parts are all there: it becomes healthy. */
export async function verifyAllInOne({ root, node, image }) {
  const port = await freePort();
  const env = { HTTP_HOST: '127.0.0.1', HTTP_PORT: String(port), ...(await otherPorts()) };
  const options = { root, node, image, env: { ...env, DATA_DIR: join(root, image.env.DATA_DIR) } };
  const running = startImage(options);
  try {
    await running.untilAnswers(`http://127.0.0.1:${port}/readyz`);
    await expectHealth(options, 0);
  } finally {
    await expectEnd(running.stop(), 0, running);
  }
}

/** Waits for what it is to migrate, and ends on SIGTERM: as a first process it would not end by itself. */
export async function verifyMigrator({ root, node, image }) {
  const running = startImage({ root, node, image, env: BACKENDS });
  await running.untilSays('backend not reachable yet');
  await expectEnd(running.stop(), EXIT_TERMINATED, running);
}

async function otherPorts() {
  return { OTLP_HTTP_PORT: '0', OTLP_GRPC_PORT: String(await freePort()) };
}

async function expectHealth(options, expected) {
  const check = startImage(options, execForm(options.image.healthcheck));
  const code = await check.ended;
  if (code !== expected || check.output() !== '')
    throw new Error(`HEALTHCHECK ended with ${code}, not ${expected} ${check.output()}`);
}

async function expectEnd(ended, expected, running) {
  const code = await ended;
  if (code !== expected) throw new Error(`ended with ${code}\n${running.output()}`);
}
