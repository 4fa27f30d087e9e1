import { readFileSync } from 'node:fs';
import { gatewayProcessConfigFields } from '@spanhouse/ingest-gateway/config';
import { migratorConfigFields } from '@spanhouse/schema-migrator/config';
import { consumerConfigFields } from '@spanhouse/span-consumer/config';
import { traceQueryConfigFields } from '@spanhouse/trace-query/config';
import { configurationTable } from '../test/configuration-table.js';
import { allInOneConfigFields } from './config.js';

const README = `${__dirname}/../../../README.md`;

describe('the configuration table of the README', () => {
  it('names every variable of every process, as the schemas have it', () => {
    const table = configurationTable({
      'npm start': allInOneConfigFields,
      gateway: gatewayProcessConfigFields,
      consumer: consumerConfigFields,
      query: traceQueryConfigFields,
      migrator: migratorConfigFields,
    });

    const section = readFileSync(README, 'utf8').split('## Configuration')[1] ?? '';

    expect(section.match(/^\|.*\|$/gm)?.join('\n')).toBe(table);
  });
});
