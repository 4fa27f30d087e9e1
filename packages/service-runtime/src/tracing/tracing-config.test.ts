import { loadConfig } from '../config/load-config.js';
import { tracingConfigFields } from './tracing-config.js';

function load(env: Record<string, string>) {
  return loadConfig(tracingConfigFields, env);
}

describe('tracingConfigFields', () => {
  it('is off by default, with a sampling ratio of 1', () => {
    expect(load({})).toEqual({
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: undefined,
      OTEL_EXPORTER_OTLP_HEADERS: undefined,
      OTEL_TRACES_SAMPLER_ARG: 1,
    });
  });

  it('reads headers in the format of OpenTelemetry', () => {
    const { OTEL_EXPORTER_OTLP_HEADERS: headers } = load({
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=ApiKey%20a.b%3D, x-tenant = 7',
    });

    expect(headers).toEqual({ authorization: 'ApiKey a.b=', 'x-tenant': '7' });
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'localhost:4318'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zz'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(() => load({ [name]: value })).toThrow(new RegExp(`${name}: `));
  });
});
