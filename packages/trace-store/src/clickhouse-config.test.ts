import { type ConfigError, loadConfig } from '@spanhouse/service-runtime';
import {
  clickhouseClusterConfigFields,
  clickhouseConfigFields,
  requireClusterServers,
  traceReaderConfigFields,
} from './clickhouse-config.js';

const fields = {
  ...clickhouseConfigFields,
  ...clickhouseClusterConfigFields,
  ...traceReaderConfigFields,
};

function problemsOf(env: Record<string, string>) {
  try {
    loadConfig(fields, env);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
}

describe('clickhouseConfigFields', () => {
  it('requires only the address', () => {
    expect(loadConfig(fields, { CLICKHOUSE_URL: 'http://ch:8123' })).toMatchObject({
      CLICKHOUSE_DATABASE: 'spanhouse',
      CLICKHOUSE_USER: 'default',
      QUERY_DEADLINE_MS: 15_000,
    });
  });

  it.each([
    { CLICKHOUSE_URL: 'tcp://ch:9000' },
    { CLICKHOUSE_URL: 'ch:8123' },
    { CLICKHOUSE_URL: 'http://ch:8123', CLICKHOUSE_DATABASE: 'a; DROP DATABASE b' },
    { CLICKHOUSE_URL: 'http://ch:8123', QUERY_DEADLINE_MS: '0' },
    { CLICKHOUSE_URL: 'http://ch:8123', CLICKHOUSE_CLUSTER: "a', 'b" },
    { CLICKHOUSE_URL: 'http://ch:8123', CLICKHOUSE_SERVER_URLS: 'http://ch-0:8123,ch-1' },
  ])('refuses %j', (env) => {
    expect(problemsOf(env)).toHaveLength(1);
  });
});

describe('requireClusterServers', () => {
  it('accepts a cluster and its servers, or neither', () => {
    const serverUrls = ['http://ch-0:8123', 'http://ch-1:8123'];

    expect(requireClusterServers({})).toBeUndefined();
    expect(
      requireClusterServers({ CLICKHOUSE_CLUSTER: 'spans', CLICKHOUSE_SERVER_URLS: serverUrls }),
    ).toBeUndefined();
  });

  it('names the missing setting', () => {
    expect(() => requireClusterServers({ CLICKHOUSE_CLUSTER: 'spans' })).toThrow(
      /CLICKHOUSE_SERVER_URLS: is required/,
    );
    expect(() => requireClusterServers({ CLICKHOUSE_SERVER_URLS: ['http://ch-0:8123'] })).toThrow(
      /CLICKHOUSE_CLUSTER: is required/,
    );
  });
});
