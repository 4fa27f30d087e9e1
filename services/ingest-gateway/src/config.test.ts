import { loadConfig } from '@spanhouse/service-runtime';
import {
  gatewayConfigFields,
  gatewayProcessConfigFields,
  refuseOpenModeOffLoopback,
  toIngestLimits,
} from './config.js';

describe('gatewayConfigFields', () => {
  it('defaults to open mode and the limits of the API', () => {
    const config = loadConfig(gatewayConfigFields, {});

    expect(config.AUTH_MODE).toBe('open');
    expect(toIngestLimits(config)).toEqual({
      jsonBodyBytes: 16_777_216,
      otlpBodyBytes: 67_108_864,
      spanBytes: 8_388_608,
      inFlightBytes: 268_435_456,
    });
  });

  it('lists every problem at once', () => {
    const load = () =>
      loadConfig(gatewayConfigFields, { AUTH_MODE: 'keys', JSON_BODY_LIMIT_BYTES: '-1' });

    expect(load).toThrow(/AUTH_MODE: must be open: API keys are not supported yet[\s\S]*JSON_BODY/);
  });
});

describe('refuseOpenModeOffLoopback', () => {
  it.each(['127.0.0.1', '127.0.0.9', '::1', 'localhost'])('accepts %s', (HTTP_HOST) => {
    expect(() => refuseOpenModeOffLoopback({ AUTH_MODE: 'open', HTTP_HOST })).not.toThrow();
  });

  it.each(['0.0.0.0', '::', '10.0.0.1', 'spans.example.com', ''])('refuses %j', (HTTP_HOST) => {
    expect(() => refuseOpenModeOffLoopback({ AUTH_MODE: 'open', HTTP_HOST })).toThrow(
      /HTTP_HOST: .* is not a loopback address, and AUTH_MODE=open/,
    );
  });
});

describe('gatewayProcessConfigFields', () => {
  it('requires the addresses and the secret that replicas share', () => {
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
