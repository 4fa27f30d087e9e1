// The environment of every container against the configuration of the service it runs.
import { loadConfig, refuseOpenModeOffLoopback } from '../../packages/service-runtime/src/index.ts';
import { requireClusterServers } from '../../packages/trace-store/src/clickhouse-config.ts';
import { requireSharedSecret } from '../../services/all-in-one/src/config.ts';
import { componentOf, workloads } from './chart.mjs';
import { environmentOf } from './environment-of.mjs';
import { OF_NODE, SCHEMAS } from './service-schemas.mjs';

/** Unknown variables, and what the service itself would say of the others when it starts. */
export function checkEnvironment(objects) {
  return workloads(objects)
    .filter(({ pod }) => componentOf(pod) !== 'router')
    .flatMap(({ name, pod }) => {
      const schema = SCHEMAS[componentOf(pod)];
      if (schema === undefined) return [`${name} runs no service there is`];
      const { env, problems } = environmentOf(pod, objects);
      const unknown = Object.keys(env).filter((key) => !(key in schema || OF_NODE.includes(key)));
      return [
        ...problems,
        ...unknown.map((variable) => `${variable} is read by nobody`),
        ...refusal(schema, env),
        ...wrongPorts(env, pod),
        ...unmountedPaths(env, pod),
      ].map((problem) => `${name}: ${problem}`);
    });
}

/** The variables a value set sets, for all processes together. */
export function variablesIn(objects) {
  return workloads(objects).flatMap(({ pod }) => Object.keys(environmentOf(pod, objects).env));
}

function refusal(schema, env) {
  try {
    const config = loadConfig(schema, env);
    if ('HTTP_HOST' in config && 'AUTH_MODE' in config) refuseOpenModeOffLoopback(config);
    if ('CLICKHOUSE_CLUSTER' in config) requireClusterServers(config);
    if ('DATA_DIR' in config) requireSharedSecret(config);
    return [];
  } catch (error) {
    return error.problems ?? [error.message];
  }
}

const PORT_VARIABLES = {
  HTTP_PORT: 'http',
  OTLP_GRPC_PORT: 'otlp-grpc',
  OTLP_HTTP_PORT: 'otlp-http',
};

function wrongPorts(env, pod) {
  const [{ ports = [] }] = pod.spec.containers;
  return Object.entries(PORT_VARIABLES)
    .filter(([variable]) => variable in env)
    .filter(([variable, name]) => {
      const port = ports.find((each) => each.name === name);
      return port?.containerPort !== Number(env[variable]);
    })
    .map(([variable, name]) => `${variable} is not the port named ${name}`);
}

const PATH_VARIABLES = ['DATA_DIR', 'NODE_EXTRA_CA_CERTS'];

function unmountedPaths(env, pod) {
  const [{ volumeMounts = [] }] = pod.spec.containers;
  return PATH_VARIABLES.filter((variable) => variable in env)
    .filter(
      (variable) => !volumeMounts.some(({ mountPath }) => env[variable].startsWith(mountPath)),
    )
    .map((variable) => `${variable} is no path of a volume`);
}
