import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { freePort, waitUntil } from '@spanhouse/service-runtime/testing';
import type { Json } from '../http-client.js';
import { newDataDir } from './running-spanhouse.js';

const repository = new URL('../../../../', `file://${__dirname}/`).pathname;
const embedded = `${repository}packages/embedded-clickhouse/`;
const defaultUser = `<clickhouse>
<profiles><default/></profiles><quotas><default/></quotas>
<users><default>
<password/><profile>default</profile><quota>default</quota><networks><ip>::/0</ip></networks>
</default></users>
</clickhouse>`;

export interface ClickHouseWithUsers {
  readonly url: string;
  /** Returns the rows. Throws the message of ClickHouse if the statement fails. */
  ask(sql: string, credentials?: Readonly<Record<string, string>>): Promise<readonly Json[]>;
  stop(): Promise<void>;
}

/** Starts the ClickHouse server of the npm package with an additional file of users in `users.d`. */
export async function startClickHouseWithUsers(
  usersFile: string,
  env: Readonly<Record<string, string>>,
): Promise<ClickHouseWithUsers> {
  const directory = newDataDir();
  const port = await freePort();
  mkdirSync(join(directory, 'users.d'));
  writeFileSync(join(directory, 'users.xml'), defaultUser);
  cpSync(usersFile, join(directory, 'users.d/more.xml'));
  const config = join(directory, 'config.xml');
  writeFileSync(
    config,
    `<clickhouse>
<path>${join(directory, 'data')}/</path><http_port>${port}</http_port><listen_host>127.0.0.1</listen_host>
<users_config>${join(directory, 'users.xml')}</users_config><timezone>UTC</timezone>
<max_server_memory_usage>2000000000</max_server_memory_usage>
</clickhouse>`,
  );
  const library = createRequire(`${embedded}package.json`).resolve(
    '@chdb/lib-linux-x64-gnu/package.json',
  );
  const server = [
    process.execPath,
    `${embedded}dist/main.js`,
    join(dirname(library), 'libchdb.so'),
  ];
  // The server runs until its input closes. It can open a pipe, but not the socket that Node creates for stdio.
  const child = spawn('sh', ['-c', 'cat | "$@"', 'sh', ...server, config], {
    env: { ...env, TZ: 'UTC', PATH: '/usr/bin:/bin' },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  await waitUntil(
    `ClickHouse answers ${url}/ping`,
    async () => (await fetch(`${url}/ping`).catch(() => undefined))?.ok,
  );
  return {
    url,
    ask: (sql, credentials = {}) => ask(url, { ...credentials, query: sql }),
    async stop() {
      child.stdin.end();
      await exited;
    },
  };
}

async function ask(url: string, parameters: Readonly<Record<string, string>>) {
  const settings = { database: 'spanhouse', default_format: 'JSON', max_execution_time: '20' };
  const address = `${url}/?${new URLSearchParams({ ...settings, ...parameters })}`;
  const response = await fetch(address, { method: 'POST' });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${text}: ${parameters['query']}`);
  }
  return text === '' ? [] : (JSON.parse(text) as Json).data;
}
