// Every variable is one that its program reads, and none that it needs is missing.
import { readFileSync } from 'node:fs';
import {
  ConfigError,
  loadConfig,
  refuseOpenModeOffLoopback,
} from '../../packages/service-runtime/dist/index.js';
import { referencesIn } from './endpoints.mjs';
import { IMAGE_VARIABLES, variablesReadByFile } from './image-variables.mjs';
import { filesOfMount } from './mounts.mjs';
import { NODE_VARIABLES, SERVICE_SCHEMAS } from './service-schemas.mjs';

export function environmentProblems(service, compose) {
  const ofProgram = service.image ? programProblems(service) : imageProblems(service);
  const values = Object.values(service.env).join('\n');
  return [...ofProgram, ...hostProblems(values, compose), ...addressProblems(values, compose)];
}

/** Programs find each other by the names of services; what stands before an @ is an account. */
function hostProblems(text, { services }) {
  const hosts = [...text.matchAll(/(?<![\w.-])([a-z][\w.-]*):\d+(?![\w@])/g)].map(
    ([, host]) => host,
  );
  const unknown = hosts.filter((host) => !services.some(({ name }) => name === host));
  return unknown.map((host) => `there is no service ${host}`);
}

function programProblems({ env, service }) {
  const schema = SERVICE_SCHEMAS[service.build.target];
  if (schema === undefined) return [`${service.build.target} has no configuration schema here`];
  const unknown = Object.keys(env).filter(
    (name) => schema[name] === undefined && !NODE_VARIABLES.includes(name),
  );
  return [...unknown.map((name) => `${name}: nothing reads it`), ...valueProblems(schema, env)];
}

function valueProblems(schema, env) {
  try {
    const config = loadConfig(schema, env);
    if (config.AUTH_MODE !== undefined) refuseOpenModeOffLoopback(config);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

function imageProblems({ env, service, mounts }) {
  const known = IMAGE_VARIABLES[service.image.split(':')[0]];
  if (known === undefined) return [`nothing is known of the image ${service.image}`];
  const files = mounts.flatMap(filesOfMount);
  const readByFiles = files.flatMap((file) => variablesReadByFile(readFileSync(file, 'utf8')));
  const needed = [...known.filter((name) => typeof name === 'string'), ...readByFiles];
  const patterns = known.filter((name) => typeof name !== 'string');
  const isRead = (name) => needed.includes(name) || patterns.some((pattern) => pattern.test(name));
  return [
    ...Object.keys(env)
      .filter((name) => !isRead(name))
      .map((name) => `${name}: nothing reads it`),
    ...[...new Set(needed)].filter((name) => !env[name]).map((name) => `${name}: is required`),
  ];
}

/** `service:port` names a service, and a port that is open in it. */
export function addressProblems(text, { services }) {
  const names = services.map(({ name }) => name);
  return referencesIn(text, names)
    .filter(({ service, port }) => {
      return !services.find(({ name }) => name === service).ports.includes(port);
    })
    .map(({ service, port }) => `${service}:${port} is not open`);
}
