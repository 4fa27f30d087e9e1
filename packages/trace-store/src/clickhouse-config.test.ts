import { type ConfigError, loadConfig } from '@spanhouse/service-runtime';
import { clickhouseConfigFields, traceReaderConfigFields } from './clickhouse-config.js';

const fields = { ...clickhouseConfigFields, ...traceReaderConfigFields };
const problemsOf = (env: Record<string, string>) => {
  try {
    loadConfig(fields, env);
    return [];
  } catch (error) {
    return (error as ConfigError).problems;
  }
};

describe('clickhouseConfigFields', () => {
  it('needs no more than the address', () => {
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
  ])('refuses %j', (env) => {
    expect(problemsOf(env)).toHaveLength(1);
  });
});
