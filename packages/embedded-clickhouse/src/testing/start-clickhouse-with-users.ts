import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, waitUntil } from '@spanhouse/service-runtime/testing';
import { spawnClickHouse } from '../clickhouse-process.js';
import { findChdbLibrary, probeServer } from '../start-embedded-clickhouse.js';
import { element, parent } from '../xml.js';

/** The settings profile of a user. */
export interface TestProfile {
  readonly settings: Readonly<Record<string, string | number>>;
  /** Settings that the user must not change in a statement. */
  readonly constants?: readonly string[];
}

/** A server that has other users besides `default`. */
export interface ClickHouseWithUsers {
  /** The address: `http://127.0.0.1:port`. Only the users in `usersFile` have passwords. */
  readonly url: string;
  close(): Promise<void>;
}

const host = '127.0.0.1';
const MAX_MEMORY_BYTES = 2 * 1024 ** 3;

/** Starts a server whose users an administrator has configured. The caller closes it. */
export async function startClickHouseWithUsers({
  dataDir,
  users,
  usersFile,
}: {
  readonly dataDir: string;
  readonly users: Readonly<Record<string, TestProfile>>;
  /** The content of a file in `users.d`. */
  readonly usersFile?: string;
}): Promise<ClickHouseWithUsers> {
  const httpPort = await freePort(host);
  const url = `http://${host}:${httpPort}`;
  const instanceId = randomUUID();
  const usersPath = join(dataDir, 'users.xml');
  const configPath = join(dataDir, 'config.xml');
  mkdirSync(join(dataDir, 'users.d'), { recursive: true });
  if (usersFile !== undefined) {
    writeFileSync(join(dataDir, 'users.d/more.xml'), usersFile);
  }
  writeFileSync(usersPath, usersXml({ ...users, default: { settings: {} } }));
  const config = {
    path: join(dataDir, '/'),
    users_config: usersPath,
    http_port: httpPort,
    listen_host: host,
    display_name: instanceId,
    timezone: 'UTC',
    max_server_memory_usage: MAX_MEMORY_BYTES,
  };
  writeFileSync(configPath, parent('clickhouse', elements(config)));
  const server = spawnClickHouse(findChdbLibrary(), configPath);
  const ended = server.exited.then(({ output }) => {
    throw new Error(`ClickHouse ended during its start: ${output}`);
  });
  ended.catch(() => undefined);
  const access = { url, user: 'default', password: '' };
  const isReady = () => probeServer(access, instanceId, AbortSignal.timeout(1000));
  await waitUntil('a ClickHouse with users answers', () => Promise.race([isReady(), ended]));
  return {
    url,
    async close() {
      server.end();
      await server.exited;
    },
  };
}

function usersXml(users: Readonly<Record<string, TestProfile>>): string {
  const profiles = Object.entries(users).map(([name, { settings, constants = [] }]) => {
    const constraints = constants.map((setting) => parent(setting, '<const/>')).join('');
    return parent(name, elements(settings) + parent('constraints', constraints));
  });
  const accounts = Object.keys(users).map((name) =>
    parent(
      name,
      `<password/><networks><ip>::/0</ip></networks>${elements({ profile: name, quota: 'default' })}`,
    ),
  );
  return parent(
    'clickhouse',
    parent('profiles', profiles.join('')) +
      parent('quotas', '<default/>') +
      parent('users', accounts.join('')),
  );
}

function elements(values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values)
    .map(([name, value]) => element(name, String(value)))
    .join('');
}
