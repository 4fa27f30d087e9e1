// Compares the variables of each container with the variables of its program, and reports unknown variables and missing
// required ones.
import { readFileSync } from 'node:fs';
import { refusal } from '../helm/check-environment.mjs';
import { configSchemas } from '../helm/service-schemas.mjs';
import { mountedFiles } from './check-mounts.mjs';

/** Variables set by our images for Node libraries. */
const nodeVariables = ['NODE_ENV'];

/**
 * Variables of third-party images in the compose file. Kafka and Grafana accept a prefixed variable for every setting.
 */
const imageVariables = {
  'apache/kafka': { required: ['CLUSTER_ID'], pattern: /^KAFKA_[A-Z_]+$/ },
  'clickhouse/clickhouse-server': { required: ['CLICKHOUSE_USER', 'CLICKHOUSE_PASSWORD'] },
  postgres: { required: ['POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB'] },
  'nginxinc/nginx-unprivileged': { required: [] },
  'prom/prometheus': { required: [] },
  'grafana/grafana': {
    required: ['GF_SECURITY_ADMIN_PASSWORD', 'GF_PLUGINS_PREINSTALL'],
    pattern: /^GF_ANALYTICS_(?:REPORTING_ENABLED|CHECK_FOR_UPDATES|CHECK_FOR_PLUGIN_UPDATES)$/,
  },
};

export function environmentProblems(service) {
  const { env, definition, image } = service;
  if (image === undefined) {
    return imageProblems(service);
  }
  const schema = configSchemas[definition.build.target];
  if (schema === undefined) {
    return [`${definition.build.target} has no configuration schema`];
  }
  const isKnown = (name) => name in schema || nodeVariables.includes(name);
  return [...unread(env, isKnown), ...refusal(schema, env)];
}

function imageProblems({ env, definition }) {
  const known = imageVariables[definition.image.split(':')[0]];
  if (known === undefined) {
    return [`the variables of the image ${definition.image} are not listed here`];
  }
  const needed = [...known.required, ...mountedFiles(definition).flatMap(variablesInFile)];
  const isKnown = (name) => needed.includes(name) || known.pattern?.test(name) === true;
  const missing = [...new Set(needed)].filter((name) => !env[name]);
  return [...unread(env, isKnown), ...missing.map((name) => `${name}: is required`)];
}

function unread(env, isKnown) {
  return Object.keys(env)
    .filter((name) => !isKnown(name))
    .map((name) => `${name}: nothing reads it`);
}

/** Returns the variables in a mounted file: `from_env="NAME"` in XML, `key: $NAME` in YAML. */
function variablesInFile(file) {
  const matches = readFileSync(file, 'utf8').matchAll(/from_env="(\w+)"|: \$(\w+)$/gm);
  return [...matches].map(([, xml, yaml]) => xml ?? yaml);
}
