// The ClickHouse of the embedded package, as a server of its own with the users of the image: the one of the
// environment, and those of files below users.d.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findChdbLibrary } from '../../../packages/embedded-clickhouse/dist/chdb-library.js';
import { spawnClickHouse } from '../../../packages/embedded-clickhouse/dist/clickhouse-process.js';
import { toConfigXml } from '../../../packages/embedded-clickhouse/dist/server-config.js';
import { layOutMounts } from '../mounts.mjs';
import { answers } from './run-process.mjs';
import { until } from './until.mjs';

const MEMORY_BYTES = 3 * 1024 ** 3;

export async function startClickHouse({ service, dir, endpoints }) {
  const inDir = layOutMounts({ service, dir, rewrite: endpoints.rewrite });
  const dataDir = inDir('/var/lib/clickhouse');
  const config = writeConfig({
    service,
    dir,
    dataDir,
    httpPort: endpoints.port(service.name, '8123'),
  });
  const server = spawnClickHouse(findChdbLibrary(), config);
  let end;
  void server.exited.then((how) => {
    end = how;
  });
  await until(() => {
    if (end !== undefined) throw new Error(`ClickHouse ended: ${end.output}`);
    return answers(`http://${endpoints.address(service.name, '8123')}/ping`);
  }, 'ClickHouse does not answer');
  return {
    async stop() {
      server.end();
      await server.exited;
    },
  };
}

function writeConfig({ service, dir, dataDir, httpPort }) {
  const etc = join(dir, 'etc/clickhouse-server');
  const parts = join(etc, 'users.d');
  mkdirSync(parts, { recursive: true });
  for (const name of readdirSync(parts)) fillInPasswords(join(parts, name), service.env);
  const { CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password } = service.env;
  const networks = '<networks><ip>::/0</ip></networks>';
  const common = `<profile>default</profile><quota>default</quota>${networks}`;
  // The server speaks to itself as default.
  const users = `<default><password/>${common}</default><${user}><password>${password}</password>${common}</${user}>`;
  writeFileSync(
    join(etc, 'users.xml'),
    `<clickhouse><profiles><default/></profiles><quotas><default/></quotas><users>${users}</users></clickhouse>`,
  );
  const server = { dataDir, httpPort, instanceId: service.name, maxMemoryBytes: MEMORY_BYTES };
  const usersConfig = `<users_config>${join(etc, 'users.xml')}</users_config></clickhouse>`;
  writeFileSync(join(etc, 'config.xml'), toConfigXml(server).replace('</clickhouse>', usersConfig));
  return join(etc, 'config.xml');
}

/** The embedded server is started without an environment. */
function fillInPasswords(file, env) {
  const text = readFileSync(file, 'utf8');
  const filled = text.replaceAll(/ from_env="(\w+)"\/>/g, (_, name) => `>${env[name]}</password>`);
  writeFileSync(file, filled);
}
