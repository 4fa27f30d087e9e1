// values.schema.json: names and types from values.yaml, the rest from the tables below and from the services' schemas.
import { parse } from 'yaml';
import { commentedValues } from './values-comments.mjs';

const TEXTS = { type: 'object', additionalProperties: { type: 'string' } };
const AMOUNT = { type: ['string', 'number'] };
const AMOUNTS = {
  type: 'object',
  required: ['cpu', 'memory'],
  additionalProperties: AMOUNT,
  properties: { cpu: AMOUNT, memory: AMOUNT },
};
const RESOURCES = {
  type: 'object',
  required: ['requests', 'limits'],
  additionalProperties: false,
  properties: { requests: AMOUNTS, limits: AMOUNTS },
};
const OBJECTS = { type: 'array', items: { type: 'object' } };

/** By the last name of a place. */
const BY_NAME = {
  resources: RESOURCES,
  annotations: TEXTS,
  podAnnotations: TEXTS,
  nodeSelector: TEXTS,
  labels: TEXTS,
  commonLabels: TEXTS,
  affinity: { type: 'object' },
  tolerations: OBJECTS,
  replicas: { type: 'integer', minimum: 1 },
  minReplicas: { type: 'integer', minimum: 1 },
  maxReplicas: { type: 'integer', minimum: 1 },
  pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
};

/** By place. */
const BY_PLACE = {
  topology: { enum: ['services', 'all-in-one'] },
  logLevel: { enum: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] },
  'image.pullSecrets': OBJECTS,
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
  'routing.kind': { enum: ['none', 'gateway-api', 'ingress'] },
  'routing.hosts': { type: 'array', items: { type: 'string' } },
  'routing.gatewayApi.parentRefs': OBJECTS,
  'routing.gatewayApi.grpc.parentRefs': OBJECTS,
  'routing.gatewayApi.grpc.hosts': { type: 'array', items: { type: 'string' } },
  'routing.ingress.tls': OBJECTS,
  'topologySpread.topologyKeys': { type: 'array', items: { type: 'string' }, minItems: 1 },
  'topologySpread.whenUnsatisfiable': { enum: ['ScheduleAnyway', 'DoNotSchedule'] },
  'networkPolicy.clients': OBJECTS,
  'networkPolicy.monitoring': OBJECTS,
  'networkPolicy.backends': OBJECTS,
  'networkPolicy.extraEgress': OBJECTS,
};

/** The text of the file. `settings`: the schema of each free-form `settings`, by its place. */
export function valuesSchema(valuesText, settings) {
  const comments = new Map(
    commentedValues(valuesText).map(({ place, comment }) => [place, comment]),
  );
  const schemaOf = (value, place) => ({
    ...(comments.has(place) ? { description: comments.get(place) } : {}),
    ...shapeOf(value, place),
  });
  const shapeOf = (value, place) => {
    if (place in settings) return settingsSchema(settings[place]);
    const known = BY_PLACE[place] ?? BY_NAME[place.split('.').at(-1)];
    return (
      known ?? objectSchema(value, place) ?? { type: scalarType(value, place), ...bound(value) }
    );
  };
  const objectSchema = (value, place) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return undefined;
    const properties = Object.entries(value).map(([name, of]) => [
      name,
      schemaOf(of, place === '' ? name : `${place}.${name}`),
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

function scalarType(value, place) {
  if (typeof value === 'number') return 'integer';
  if (typeof value === 'string' || typeof value === 'boolean') return typeof value;
  throw new Error(`${place} in values.yaml needs a type in values-schema.mjs`);
}

const bound = (value) => (typeof value === 'number' ? { minimum: 0 } : {});
