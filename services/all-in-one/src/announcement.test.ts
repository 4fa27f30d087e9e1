import { announce } from './announcement.js';

const facts = {
  apiUrl: 'http://127.0.0.1:8080',
  otlpUrl: 'http://127.0.0.1:4318',
  otlpGrpcUrl: 'http://127.0.0.1:4317',
  needsKey: false,
  clickhouseUrl: 'http://127.0.0.1:9000',
  dataDir: '/data',
  traceId: 'a'.repeat(32),
  spanId: 'b'.repeat(16),
  now: '2026-05-01T10:00:00.000Z',
};

describe('announce', () => {
  it('prints a command whose body is JSON and whose trace the second command reads', () => {
    const text = announce(facts);

    const body = /-d '(.*)'/.exec(text)?.[1] ?? '';
    expect(JSON.parse(body).spans[0]).toMatchObject({ trace_id: facts.traceId });
    expect(text).toContain(`sleep 1; curl -sS ${facts.apiUrl}/traces/${facts.traceId}`);
  });

  it('sends OTLP to the API when its own port is off or taken', () => {
    expect(announce({ ...facts, otlpUrl: undefined })).toContain('http://127.0.0.1:8080/v1/traces');
    expect(announce(facts)).toContain('http://127.0.0.1:4318/v1/traces');
  });

  it('shows how to get a key and where it goes when one is needed', () => {
    const text = announce({ ...facts, needsKey: true });

    expect(text).toContain('KEY=$(npm run --silent keys -- create)');
    expect(text.match(/curl .* -H "authorization: ApiKey \$KEY"/g)).toHaveLength(2);
    expect(announce(facts)).not.toContain('KEY');
  });

  it('says where OTLP goes over gRPC unless it has no port', () => {
    expect(announce(facts)).toContain('OTLP/gRPC   http://127.0.0.1:4317\n');
    expect(announce({ ...facts, otlpGrpcUrl: undefined })).not.toContain('gRPC');
  });
});
