// What the services of this repository read from their environment.
import { gatewayProcessConfigFields } from '../../services/ingest-gateway/dist/config.js';
import { migratorConfigFields } from '../../services/schema-migrator/dist/config.js';
import { consumerConfigFields } from '../../services/span-consumer/dist/config.js';
import { traceQueryConfigFields } from '../../services/trace-query/dist/config.js';

export const SERVICE_SCHEMAS = {
  'ingest-gateway': gatewayProcessConfigFields,
  'span-consumer': consumerConfigFields,
  'trace-query': traceQueryConfigFields,
  'schema-migrator': migratorConfigFields,
};

/** Read by Node itself and by what it runs. */
export const NODE_VARIABLES = ['NODE_ENV'];
