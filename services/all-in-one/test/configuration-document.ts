import { gatewayProcessConfigFields } from '@spanhouse/ingest-gateway/config';
import { proberConfigFields } from '@spanhouse/prober/config';
import { migratorConfigFields } from '@spanhouse/schema-migrator/config';
import type { ConfigShape } from '@spanhouse/service-runtime';
import { consumerConfigFields } from '@spanhouse/span-consumer/config';
import { traceQueryConfigFields } from '@spanhouse/trace-query/config';
import { allInOneConfigFields } from '../src/config.js';

/**
 * The variables of every process. If several processes share a variable, the document shows the default and the
 * description from the first process.
 */
const processShapes: Readonly<Record<string, ConfigShape>> = {
  'npm start': allInOneConfigFields,
  gateway: gatewayProcessConfigFields,
  consumer: consumerConfigFields,
  query: traceQueryConfigFields,
  migrator: migratorConfigFields,
  prober: proberConfigFields,
};

const head = `# Configuration

\`npm run docs\` generates this document from the schemas of the processes, and a test checks that it is up to date.

Every setting is an environment variable. A process reads its settings once, at its start. If settings are invalid, it prints each of them with the reason and exits with code 78.

\`read by\` names the processes that read a variable: \`npm start\` (everything in one process), or the separate services *gateway*, *consumer*, *query*, *migrator* and *prober*. "–" means that the variable is optional and has no default. Sizes are in bytes. Variables that end with \`_MS\` are in milliseconds.

Only commands read the variables \`SPANHOUSE_URL\` and \`SPANHOUSE_API_KEY\`. \`SPANHOUSE_URL\` is the address that [\`npm run keys\`](operations/access.md), [\`npm run verify\`](operations/verify.md) and [\`npm run dead-letters\`](api/dead-letters.md#the-command-npm-run-dead-letters) call. \`SPANHOUSE_API_KEY\` is the key that \`npm run dead-letters\` uses. [\`npm run clickhouse\`](operations/access.md#the-embedded-clickhouse) reads \`DATA_DIR\`. [\`npm run promote\`](operations/promote.md) reads \`DATA_DIR\` and the settings of the backends.
`;

/** The sections in the order of the document. A variable belongs to the first section with a matching pattern. */
const sections: readonly (readonly [title: string, names: RegExp])[] = [
  ['Addresses', /^(HTTP_HOST|HTTP_PORT|OTLP_HTTP_PORT|OTLP_GRPC_PORT|WEB_UI|MCP|PUBLIC_[A-Z_]+)$/],
  [
    'Access',
    /^(AUTH_MODE|ALLOWED_HOSTS|CORS_ALLOWED_ORIGINS|ADMIN_KEY|TOKEN_SECRET|CATALOG_CACHE_\w+)$/,
  ],
  ['Requests', /^(JSON_BODY|OTLP_BODY|BODY|SPAN_LIMIT|GATEWAY)_|^RATE_LIMIT_/],
  ['Reads', /^(QUERY|RECEIPT)_/],
  ['Read APIs of other products', /^(FRONT_DOOR|JAEGER|TRACEQL|ZIPKIN|SPAN_METRICS|SERVICE_GRAPH)/],
  ['Storing', /^(BATCH|REMOVAL|WORD_INDEX)_/],
  ['Embedded parts', /^(DATA_DIR$|LOG_(PARTITIONS|M|DEAD))/],
  ['Kafka', /^KAFKA_/],
  ['ClickHouse', /^CLICKHOUSE_/],
  ['Catalog and migrations', /^(CATALOG_URL|MIGRATE_\w+)$/],
  ['Prober', /^PROBE_/],
  ['Process', /^(LOG_LEVEL|SHUTDOWN_\w+)$/],
  ['Tracing of Spanhouse itself', /^OTEL_/],
];

/** Returns the content of docs/configuration.md. Throws if a variable belongs to no section or has no description. */
export function configurationDocument(): string {
  const left = new Set(Object.values(processShapes).flatMap(Object.keys));
  const parts = sections.map(([title, pattern]) => {
    const names = [...left].filter((name) => pattern.test(name));
    for (const name of names) {
      left.delete(name);
    }
    return `## ${title}\n\n${tableOf(names)}\n`;
  });
  if (left.size > 0) {
    throw new Error(`docs/configuration.md has no section for ${[...left].join(', ')}`);
  }
  return [head, ...parts].join('\n');
}

function tableOf(names: readonly string[]): string {
  const fields: ConfigShape = Object.assign({}, ...Object.values(processShapes).toReversed());
  const rows = names.map((name) => {
    const { description } = fields[name] ?? {};
    if (description === undefined) {
      throw new Error(`${name} has no description`);
    }
    return `| \`${name}\` | ${defaultOf(fields[name])} | ${readersOf(name)} | ${description} |`;
  });
  return ['| variable | default | read by | meaning |', '|---|---|---|---|', ...rows].join('\n');
}

function readersOf(name: string): string {
  const processes = Object.keys(processShapes);
  const readers = processes.filter((process) => name in (processShapes[process] ?? {}));
  return readers.length === processes.length ? 'all' : readers.join(', ');
}

function defaultOf(field: ConfigShape[string] | undefined): string {
  const result = field?.safeParse(undefined);
  if (!result?.success) {
    return 'required';
  }
  const value = result.data;
  return value === undefined || value === '' ? '–' : `\`${String(value)}\``;
}
