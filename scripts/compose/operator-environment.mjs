// What an operator of the local system needs in another terminal: the names that docs/install.md and the runbook use.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Path of a file to be read by a shell, for its owner only. */
export function writeOperatorEnvironment({ endpoints, settings, dir }) {
  const at = (name, port) => `http://${endpoints.address(name, port)}`;
  const clickhouse = new URL(at('clickhouse', '8123'));
  clickhouse.username = 'spanhouse';
  clickhouse.password = settings.CLICKHOUSE_PASSWORD;
  const names = {
    SPANHOUSE_URL: at('proxy', '8080'),
    ADMIN_KEY: settings.ADMIN_KEY,
    GATEWAY: at('ingest-gateway', '8080'),
    CONSUMER: at('span-consumer', '8080'),
    QUERY: at('trace-query', '8080'),
    PROMETHEUS: at('prometheus', '9090'),
    CLICKHOUSE_URL: clickhouse.href.replace(/\/$/, ''),
    KAFKA_BROKERS: endpoints.address('kafka', '9092'),
    LOGS: dir,
  };
  const lines = Object.entries(names).map(([name, value]) => `export ${name}='${value}'\n`);
  const path = join(dir, 'operator.env');
  writeFileSync(path, lines.join(''), { mode: 0o600 });
  return path;
}
