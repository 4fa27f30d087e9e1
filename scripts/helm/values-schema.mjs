// Generates values.schema.json from the names and types in values.yaml, the tables in this file, and the configuration
// schemas of the services.
import { parse } from 'yaml';
import { commentedValues } from './values-comments.mjs';

const texts = { type: 'object', additionalProperties: { type: 'string' } };
const amount = { type: ['string', 'number'] };
const amounts = {
  type: 'object',
  required: ['cpu', 'memory'],
  additionalProperties: amount,
  properties: { cpu: amount, memory: amount },
};
const resourceAmounts = {
  type: 'object',
  required: ['requests', 'limits'],
  additionalProperties: false,
  properties: { requests: amounts, limits: amounts },
};
const objects = { type: 'array', items: { type: 'object' } };
const secretKeys = {
  type: 'array',
  items: {
    type: 'object',
    required: ['name', 'key'],
    additionalProperties: false,
    properties: { name: { type: 'string' }, key: { type: 'string' } },
  },
};

/** Schemas of values, keyed by the last name in the path of a value. */
const byName = {
  resources: resourceAmounts,
  annotations: texts,
  podAnnotations: texts,
  nodeSelector: texts,
  labels: texts,
  commonLabels: texts,
  affinity: { type: 'object' },
  tolerations: objects,
  replicas: { type: 'integer', minimum: 1 },
  minReplicas: { type: 'integer', minimum: 1 },
  maxReplicas: { type: 'integer', minimum: 1 },
  pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
};

/** Schemas of values, keyed by the whole path of a value. */
const byPath = {
  topology: { enum: ['services', 'all-in-one'] },
  logLevel: { enum: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] },
  'image.pullSecrets': objects,
  'image.tag': { type: 'string', not: { const: 'latest' } },
  'kafka.partitions': { type: 'integer', minimum: 1 },
  'kafka.brokers': { type: 'string', pattern: '^([^:\\s,]+:[0-9]+(,|$))*$' },
  'kafka.sasl.mechanism': { enum: ['', 'plain', 'scram-sha-256', 'scram-sha-512'] },
  'clickhouse.url': { type: 'string', pattern: '^(https?://.+)?$' },
  'clickhouse.cluster.serverUrls': {
    type: 'array',
    items: { type: 'string', pattern: '^https?://[^,]+$' },
  },
  'tracing.endpoint': { type: 'string', pattern: '^(https?://.+)?$' },
  'tracing.sampleRatio': { type: 'number', minimum: 0, maximum: 1 },
  'catalog.url.value': { type: 'string', pattern: '^(postgres(ql)?://.+)?$' },
  'shutdown.preStopSeconds': { type: 'integer', minimum: 1 },
  'gateway.service.type': { enum: ['ClusterIP', 'NodePort', 'LoadBalancer'] },
  'query.service.type': { enum: ['ClusterIP', 'NodePort', 'LoadBalancer'] },
  'allInOne.service.type': { enum: ['ClusterIP', 'NodePort', 'LoadBalancer'] },
  'prober.writeUrl': { type: 'string', pattern: '^(https?://.+)?$' },
  'prober.readUrl': { type: 'string', pattern: '^(https?://.+)?$' },
  'prober.otlpGrpcUrl': { type: 'string', pattern: '^(https?://.+)?$' },
  'routing.kind': { enum: ['none', 'gateway-api', 'ingress'] },
  'routing.hosts': { type: 'array', items: { type: 'string' } },
  'routing.gatewayApi.parentRefs': objects,
  'routing.gatewayApi.grpc.parentRefs': objects,
  'routing.gatewayApi.grpc.hosts': { type: 'array', items: { type: 'string' } },
  'routing.ingress.tls': objects,
  'topologySpread.topologyKeys': { type: 'array', items: { type: 'string' }, minItems: 1 },
  'topologySpread.whenUnsatisfiable': { enum: ['ScheduleAnyway', 'DoNotSchedule'] },
  'monitoring.monitors.spanMetricsKeys': secretKeys,
  'networkPolicy.clients': objects,
  'networkPolicy.monitoring': objects,
  'networkPolicy.backends': objects,
  'networkPolicy.extraEgress': objects,
};

/**
 * Returns the text of values.schema.json. `settings` contains the schema of each free-form `settings`, keyed by its
 * path.
 */
export function valuesSchema(valuesText, settings) {
  const comments = new Map(commentedValues(valuesText).map(({ path, comment }) => [path, comment]));
  const schemaOf = (value, path) => ({
    ...(comments.has(path) ? { description: comments.get(path) } : {}),
    ...shapeOf(value, path),
  });
  const shapeOf = (value, path) => {
    if (path in settings) {
      return settingsSchema(settings[path]);
    }
    const known = byPath[path] ?? byName[path.split('.').at(-1)];
    return known ?? objectSchema(value, path) ?? { type: scalarType(value, path), ...bound(value) };
  };
  const objectSchema = (value, path) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      return undefined;
    }
    const properties = Object.entries(value).map(([name, of]) => [
      name,
      schemaOf(of, path === '' ? name : `${path}.${name}`),
    ]);
    return {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(properties),
    };
  };
  const schema = schemaOf(parse(valuesText), '');
  schema.properties.global = { type: 'object', description: 'What Helm hands to every chart' };
  const draft = { $schema: 'http://json-schema.org/draft-07/schema#' };
  return `${JSON.stringify({ ...draft, ...schema }, undefined, 2)}\n`;
}

function settingsSchema(fields) {
  const properties = Object.entries(fields).map(([name, field]) => [
    name,
    { description: field.description, type: ['string', 'number', 'boolean'] },
  ]);
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  };
}

function scalarType(value, path) {
  if (typeof value === 'number') {
    return 'integer';
  }
  if (typeof value === 'string' || typeof value === 'boolean') {
    return typeof value;
  }
  throw new Error(`${path} in values.yaml needs a type in values-schema.mjs`);
}

function bound(value) {
  return typeof value === 'number' ? { minimum: 0 } : {};
}
