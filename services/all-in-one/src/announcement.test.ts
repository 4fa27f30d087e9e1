import { type Announcement, announce } from './announcement.js';

const off = { status: 'off' } as const;
const facts: Announcement = {
  apiUrl: 'http://127.0.0.1:8080',
  servesUi: true,
  otlpHttp: { status: 'open', url: 'http://127.0.0.1:4318' },
  otlpGrpc: { status: 'open', url: 'http://127.0.0.1:4317' },
  needsKey: false,
  dataDir: '/data',
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  now: '2026-05-01T10:00:00.000Z',
};

describe('announce', () => {
  it('prints a command that sends a trace as JSON, and a command that reads the same trace', () => {
    const text = announce(facts);

    const body = /-d '(.*)'/.exec(text)?.[1] ?? '';
    expect(JSON.parse(body).spans[0]).toMatchObject({ trace_id: facts.traceId });
    expect(text).toContain(`sleep 1; curl -sS ${facts.apiUrl}/traces/${facts.traceId}`);
  });

  it('prints the address of the web interface first, unless it is off', () => {
    const [first] = announce(facts).match(/http\S+/) ?? [];

    expect(first).toBe('http://127.0.0.1:8080/ui/');
    expect(announce({ ...facts, servesUi: false })).not.toContain('/ui/');
  });

  it('prints the address of the API for OTLP/HTTP if the OTLP port is off', () => {
    expect(announce({ ...facts, otlpHttp: off })).toContain('http://127.0.0.1:8080/v1/traces');
    expect(announce(facts)).toContain('http://127.0.0.1:4318/v1/traces');
  });

  it('shows how to get and send an API key when requests need one', () => {
    const text = announce({ ...facts, needsKey: true });

    expect(text).toContain('KEY=$(npm run --silent keys -- create)');
    expect(text.match(/curl .* -H "authorization: ApiKey \$KEY"/g)).toHaveLength(2);
    expect(announce(facts)).not.toContain('KEY');
  });

  it('prints the address of OTLP/gRPC unless its port is off', () => {
    expect(announce(facts)).toContain('OTLP/gRPC   http://127.0.0.1:4317\n');
    expect(announce({ ...facts, otlpGrpc: off })).not.toMatch(/gRPC|Not open/);
  });

  it('names every port that could not be opened, with its setting', () => {
    const failed = (setting: string, port: number) =>
      ({
        status: 'failed',
        setting,
        reason: `cannot listen on 127.0.0.1:${port}: the port is taken`,
      }) as const;

    const text = announce({
      ...facts,
      otlpHttp: failed('OTLP_HTTP_PORT', 4318),
      otlpGrpc: failed('OTLP_GRPC_PORT', 4317),
    });

    expect(text.match(/Not open .*/g)).toEqual([
      expect.stringMatching(/127\.0\.0\.1:4318: the port is taken.*OTLP_HTTP_PORT/),
      expect.stringMatching(/127\.0\.0\.1:4317: the port is taken.*OTLP_GRPC_PORT/),
    ]);
    expect(text).toContain('OTLP/HTTP   http://127.0.0.1:8080/v1/traces');
    expect(text).not.toContain('OTLP/gRPC ');
  });
});
