// Compares the environment of every container with the configuration schema of its service.
import { refuseUnsafeOpenMode } from '../../packages/api-kit/src/index.ts';
import { loadConfig } from '../../packages/service-runtime/src/index.ts';
import { requireClusterServers } from '../../packages/trace-store/src/clickhouse-config.ts';
import { requireSharedSecret } from '../../services/all-in-one/src/config.ts';
import { componentOf, workloads } from './chart.mjs';
import { configSchemas, ofNode } from './service-schemas.mjs';

/** Sample values for the Secrets that must exist before the release is installed. */
const ofExistingSecrets = {
  TOKEN_SECRET: 'x'.repeat(32),
  ADMIN_KEY: 'x'.repeat(16),
  CATALOG_URL: 'postgresql://user:password@host:5432/database',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=ApiKey%20x',
};

/** Returns unknown variables, and the errors that would prevent a service from starting. */
export function checkEnvironment(objects) {
  return workloads(objects)
    .filter(({ pod }) => componentOf(pod) !== 'router')
    .flatMap(({ object, name, pod }) => {
      const schema = configSchemas[componentOf(pod)];
      if (schema === undefined) {
        return [`${name} runs an unknown service`];
      }
      const { env, problems } = environmentOf(pod, objects);
      const unknown = Object.keys(env).filter((key) => !(key in schema || ofNode.includes(key)));
      return [
        ...problems,
        ...unknown.map((variable) => `${variable} is read by no service`),
        ...refusal(schema, env),
        ...wrongPorts(env, pod),
        ...unmountedPaths(env, pod),
        ...earlyKill(env, { object, pod }),
      ].map((problem) => `${name}: ${problem}`);
    });
}

/** Returns the variables that rendered objects set for any process. */
export function variablesIn(objects) {
  return workloads(objects).flatMap(({ pod }) => Object.keys(environmentOf(pod, objects).env));
}

/** Returns the errors that a service would report for its environment. */
export function refusal(schema, env) {
  try {
    const config = loadConfig(schema, env);
    if ('HTTP_HOST' in config && 'AUTH_MODE' in config) {
      refuseUnsafeOpenMode(config);
    }
    if ('CLICKHOUSE_CLUSTER' in config) {
      requireClusterServers(config);
    }
    if ('DATA_DIR' in config) {
      requireSharedSecret(config);
    }
    return [];
  } catch (error) {
    return error.problems ?? [error.message];
  }
}

const portVariables = {
  HTTP_PORT: 'http',
  OTLP_GRPC_PORT: 'otlp-grpc',
  OTLP_HTTP_PORT: 'otlp-http',
};

function wrongPorts(env, pod) {
  const [{ ports = [] }] = pod.spec.containers;
  return Object.entries(portVariables)
    .filter(([variable]) => variable in env)
    .filter(([variable, name]) => {
      const port = ports.find((each) => each.name === name);
      return port?.containerPort !== Number(env[variable]);
    })
    .map(([variable, name]) => `${variable} is not the port named ${name}`);
}

const pathVariables = ['DATA_DIR', 'NODE_EXTRA_CA_CERTS'];

function unmountedPaths(env, pod) {
  const [{ volumeMounts = [] }] = pod.spec.containers;
  return pathVariables
    .filter((variable) => variable in env)
    .filter(
      (variable) => !volumeMounts.some(({ mountPath }) => env[variable].startsWith(mountPath)),
    )
    .map((variable) => `${variable} is not a path on a volume`);
}

/**
 * Returns a problem if a pod may be killed before its preStop hook and the longest shutdown of the service have ended.
 */
function earlyKill({ SHUTDOWN_TIMEOUT_MS: timeoutMs }, { object, pod }) {
  const preStopMs = (pod.spec.containers[0].lifecycle?.preStop?.sleep?.seconds ?? 0) * 1000;
  const grantedMs = pod.spec.terminationGracePeriodSeconds * 1000;
  const isEarly = object.kind !== 'Job' && !(grantedMs > preStopMs + Number(timeoutMs));
  return isEarly ? ['it may be killed before its shutdown ends'] : [];
}

/** Returns the variables of a pod's container, and the problems with the objects that the variables come from. */
function environmentOf(pod, objects) {
  const [{ env: listed = [], envFrom = [] }] = pod.spec.containers;
  const find = (kind, name) =>
    objects.find((object) => object.kind === kind && object.metadata.name === name);
  const maps = envFrom.map(({ configMapRef }) => configMapRef.name);
  const env = Object.assign({}, ...maps.map((name) => find('ConfigMap', name)?.data));
  const problems = maps
    .filter((name) => !find('ConfigMap', name))
    .map((name) => `no ConfigMap ${name}`);
  for (const { name, valueFrom } of listed) {
    if (name in env) {
      problems.push(`${name} is set twice`);
    }
    const { name: secretName, key } = valueFrom.secretKeyRef;
    const secret = find('Secret', secretName);
    if (secret && !(key in secret.data)) {
      problems.push(`Secret ${secretName} has no ${key}`);
    }
    env[name] = secret
      ? Buffer.from(secret.data[key] ?? '', 'base64').toString()
      : (ofExistingSecrets[name] ?? 'placeholder');
  }
  return { env, problems };
}
