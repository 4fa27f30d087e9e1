// Checks that every container has a pinned image, limits, a health check, and no unnecessary privileges.
import { loadConfig } from '../../packages/service-runtime/src/index.ts';
import { configSchemas } from '../helm/service-schemas.mjs';

export function containerProblems(service, services) {
  const { definition, image } = service;
  const { cpus, memory } = definition.deploy?.resources?.limits ?? {};
  const claims = {
    'its image is pinned': isPinned(definition),
    'it has limits of memory and processor': cpus !== undefined && memory !== undefined,
    'it has a health check': hasHealthcheck(service) || runsOnce(service, services),
    'its ports are published on one address': (definition.ports ?? []).every(
      (port) => port.host_ip,
    ),
    ...(image && programClaims(service)),
  };
  return Object.keys(claims)
    .filter((claim) => !claims[claim])
    .map((claim) => `must hold: ${claim}`);
}

function programClaims({ definition, env }) {
  const graceMs = Number.parseInt(definition.stop_grace_period, 10) * 1000;
  return {
    'it writes nothing to its image': definition.read_only === true,
    'it has no capabilities': definition.cap_drop?.join() === 'ALL',
    'it has the time that it needs to stop': graceMs > shutdownMs(definition.build.target, env),
  };
}

/** Returns the maximum duration of a shutdown. Returns 0 for an invalid configuration, which another check reports. */
function shutdownMs(target, env) {
  try {
    const config = loadConfig(configSchemas[target], env);
    return (config.SHUTDOWN_TIMEOUT_MS ?? 0) + (config.SHUTDOWN_DRAIN_DELAY_MS ?? 0);
  } catch {
    return 0;
  }
}

/**
 * Returns true if an image has a fixed version. The tag of an image that is built here is a setting and counts as
 * fixed.
 */
function isPinned({ image, build }) {
  return build !== undefined || /^v?\d+\.\d/.test(image.split(':')[1] ?? '');
}

function hasHealthcheck({ definition, image }) {
  return definition.healthcheck !== undefined || (image && image.last('HEALTHCHECK') !== 'NONE');
}

function runsOnce({ name }, services) {
  return services.some(
    ({ definition }) =>
      definition.depends_on?.[name]?.condition === 'service_completed_successfully',
  );
}
