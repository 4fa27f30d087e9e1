import { loadConfig } from '@spanhouse/service-runtime';
import { gatewayConfigFields, gatewayProcessConfigFields, toIngestLimits } from './config.js';

describe('gatewayConfigFields', () => {
  it('defaults to the limits of the API', () => {
    const config = loadConfig(gatewayConfigFields, {});

    expect(toIngestLimits(config)).toEqual({
      jsonBodyBytes: 16_777_216,
      otlpBodyBytes: 67_108_864,
      bodyValues: 25_000_000,
      spanBytes: 8_388_608,
      inFlightBytes: 268_435_456,
    });
  });
});

describe('gatewayProcessConfigFields', () => {
  it('requires the addresses and the shared secret of the replicas', () => {
    expect(() => loadConfig(gatewayProcessConfigFields, {})).toThrow(
      /TOKEN_SECRET: is required[\s\S]*CATALOG_URL: is required[\s\S]*KAFKA_BROKERS: is required/,
    );
  });

  it('refuses a secret that can be guessed', () => {
    expect(() => loadConfig(gatewayProcessConfigFields, { TOKEN_SECRET: 'short' })).toThrow(
      /TOKEN_SECRET/,
    );
  });
});
