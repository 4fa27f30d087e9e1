import { type RunningProcess, startProcess } from '../../processes/running-process.js';
import { authority, startTlsStandIn, type TlsStandIn } from '../../tls-stand-ins.js';

describe('TLS to backends whose certificates a private authority signed', () => {
  let standIns: readonly TlsStandIn[] = [];
  let service: RunningProcess | undefined;
  afterEach(async () => {
    await service?.kill9();
    for (const standIn of standIns) {
      standIn.close();
    }
  });

  async function outcomes(env: Record<string, string>) {
    const [kafka, clickhouse, postgres] = await Promise.all([
      startTlsStandIn(),
      startTlsStandIn(),
      startTlsStandIn({ asksFirst: true }),
    ]);
    standIns = [kafka, clickhouse, postgres];
    service = startProcess('services/trace-query/dist/main.js', {
      HTTP_PORT: '0',
      TOKEN_SECRET: 'x'.repeat(32),
      KAFKA_BROKERS: `localhost:${kafka.port}`,
      KAFKA_SSL: 'true',
      KAFKA_SASL_MECHANISM: 'scram-sha-512',
      KAFKA_SASL_USERNAME: 'user',
      KAFKA_SASL_PASSWORD: 'password',
      CLICKHOUSE_URL: `https://localhost:${clickhouse.port}`,
      CATALOG_URL: `postgresql://user:password@localhost:${postgres.port}/catalog?sslmode=verify-full`,
      ...env,
    });
    return {
      kafka: await kafka.outcome,
      clickhouse: await clickhouse.outcome,
      postgres: await postgres.outcome,
    };
  }

  it('reaches Kafka, ClickHouse and PostgreSQL with NODE_EXTRA_CA_CERTS', async () => {
    expect(await outcomes({ NODE_EXTRA_CA_CERTS: authority })).toEqual({
      kafka: 'spoken to',
      clickhouse: 'spoken to',
      postgres: 'spoken to',
    });
  });

  it('refuses their certificates without it', async () => {
    expect(await outcomes({ NODE_EXTRA_CA_CERTS: '' })).toEqual({
      kafka: 'refused',
      clickhouse: 'refused',
      postgres: 'refused',
    });
  });
});
