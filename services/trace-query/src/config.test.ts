import { ConfigError, loadConfig } from '@spanhouse/service-runtime';
import { queryConfigFields, toQuerySettings, traceQueryConfigFields } from './config.js';

describe('toQuerySettings', () => {
  it('has the documented defaults', () => {
    expect(toQuerySettings(loadConfig(queryConfigFields, {}))).toEqual({
      bodyLimitBytes: 16_777_216,
      spanLimitBytes: 8_388_608,
      defaultLimit: 1000,
      maxLimit: 10_000,
      lookBackNs: undefined,
      servesUi: true,
      receiptWaitMs: 5000,
      receiptMaxWaitMs: 30_000,
      mcp: {},
      servesSpanMetrics: true,
      frontDoors: {
        doors: ['tempo', 'jaeger', 'zipkin'],
        traceLimitBytes: 67_108_864,
        maxSeries: 1000,
        autocompleteKeys: [],
        hasStrictTraceIds: true,
      },
      heldBytes: 268_435_456,
      receiptLifetimeMs: 86_400_000,
    });
  });

  it('has the pages that may use the tools of models, and none if these are off', () => {
    const pages = { ALLOWED_HOSTS: ['a.example'], CORS_ALLOWED_ORIGINS: ['https://b.example'] };
    const load = (MCP: string) => loadConfig(queryConfigFields, { MCP });

    expect(toQuerySettings({ ...load('on'), ...pages }).mcp).toEqual(pages);
    expect(toQuerySettings({ ...load('off'), ...pages }).mcp).toBeUndefined();
  });

  it('keeps defaults below their maximum', () => {
    const config = loadConfig(queryConfigFields, {
      QUERY_MAX_PAGE_SIZE: '50',
      RECEIPT_MAX_WAIT_MS: '100',
      QUERY_LOOK_BACK_DAYS: '2',
    });

    expect(toQuerySettings(config)).toMatchObject({
      defaultLimit: 50,
      receiptWaitMs: 100,
      lookBackNs: 172_800_000_000_000n,
    });
  });
});

describe('traceQueryConfigFields', () => {
  it('lists every missing or wrong variable at once', () => {
    const load = () =>
      loadConfig(traceQueryConfigFields, { AUTH_MODE: 'none', TOKEN_SECRET: 'short' });

    expect(load).toThrow(ConfigError);
    for (const name of ['AUTH_MODE', 'TOKEN_SECRET', 'KAFKA_BROKERS', 'CLICKHOUSE_URL']) {
      expect(load).toThrow(new RegExp(`^  ${name}: `, 'm'));
    }
  });
});
