import { loadConfig } from '@spanhouse/service-runtime';
import { proberConfigFields, requireOrder } from './config.js';

const address = { PROBE_WRITE_URL: 'http://127.0.0.1:8080' };

function load(env: Record<string, string>) {
  const config = loadConfig(proberConfigFields, { ...address, ...env });
  requireOrder(config);
  return config;
}

describe('the settings of the prober', () => {
  it('require only an address', () => {
    expect(load({})).toMatchObject({
      PROBE_READ_URL: undefined,
      PROBE_OTLP_GRPC_URL: undefined,
      PROBE_API_KEY: undefined,
      PROBE_FRONT_DOORS: ['tempo', 'jaeger', 'zipkin'],
      PROBE_INTERVAL_MS: 30_000,
      PROBE_TIMEOUT_MS: 10_000,
      PROBE_LATE_AFTER_MS: 15_000,
      PROBE_MISSING_AFTER_MS: 300_000,
    });
  });

  it('accept a list of front doors, which may be empty', () => {
    expect(load({ PROBE_FRONT_DOORS: 'zipkin, tempo' }).PROBE_FRONT_DOORS).toEqual([
      'zipkin',
      'tempo',
    ]);
    expect(load({ PROBE_FRONT_DOORS: ',' }).PROBE_FRONT_DOORS).toEqual([]);
  });

  it.each([
    ['PROBE_WRITE_URL', '127.0.0.1:8080'],
    ['PROBE_READ_URL', 'ftp://spans.example.com'],
    ['PROBE_OTLP_GRPC_URL', 'spans'],
    ['PROBE_API_KEY', 'a key'],
    ['PROBE_FRONT_DOORS', 'tempo,loki'],
    ['PROBE_INTERVAL_MS', '999'],
    ['PROBE_MISSING_AFTER_MS', '15000'],
  ])('refuse %s=%s', (name, value) => {
    expect(() => load({ [name]: value })).toThrow(`${name}: `);
  });
});
