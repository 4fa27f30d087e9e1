// What every container has to have: a pinned image, a health check, limits, and an order of starts that holds.
import { loadConfig } from '../../packages/service-runtime/dist/index.js';
import { SERVICE_SCHEMAS } from './service-schemas.mjs';

export function containerProblems(service, compose) {
  const claims = {
    'its image is pinned': isPinned(service),
    'it has limits of memory and processor': hasLimits(service),
    'it has a health check': hasHealthcheck(service) || runsOnce(service, compose),
    'it has a restart policy': service.service.restart !== undefined,
    'what it logs is bounded': service.service.logging?.options?.['max-size'] !== undefined,
    'its ports are open in it': service.published.every(
      ({ inside }) => service.image === undefined || service.image.ports.includes(inside),
    ),
    'its ports are opened on an address, not on all': service.published.every(
      ({ inside }) => inside !== undefined,
    ),
    'it waits for services that can be waited for': service.after.every((wait) =>
      canWait(wait, compose),
    ),
    ...(service.image && programClaims(service)),
  };
  return Object.keys(claims)
    .filter((claim) => !claims[claim])
    .map((claim) => `does not hold: ${claim}`);
}

function programClaims({ service, env }) {
  const config = loadConfigOrUndefined(SERVICE_SCHEMAS[service.build.target], env);
  const graceMs = Number.parseInt(service.stop_grace_period, 10) * 1000;
  const { SHUTDOWN_TIMEOUT_MS: timeoutMs = 0, SHUTDOWN_DRAIN_DELAY_MS: delayMs = 0 } = config ?? {};
  return {
    'it writes nothing to its image': service.read_only === true,
    'it has no capabilities': service.cap_drop?.join() === 'ALL',
    'it may take the time it needs to stop': graceMs > timeoutMs + delayMs,
  };
}

/** What is wrong with the configuration is reported elsewhere. */
function loadConfigOrUndefined(schema, env) {
  try {
    return loadConfig(schema ?? {}, env);
  } catch {
    return undefined;
  }
}

/** One that was built here has the tag of the setting. */
function isPinned({ service }) {
  const tag = service.image.split(':')[1];
  return tag !== undefined && (service.build !== undefined || /^v?\d+\.\d/.test(tag));
}

function hasLimits({ service }) {
  const { cpus, memory } = service.deploy?.resources?.limits ?? {};
  return cpus !== undefined && memory !== undefined;
}

function hasHealthcheck({ service, image }) {
  return service.healthcheck !== undefined || (image !== undefined && image.healthcheck !== 'NONE');
}

function runsOnce({ name }, { services }) {
  return services.some(({ after }) =>
    after.some(
      ({ on, condition }) => on === name && condition === 'service_completed_successfully',
    ),
  );
}

function canWait({ on, condition }, { services }) {
  const service = services.find(({ name }) => name === on);
  if (service === undefined) return false;
  return condition !== 'service_healthy' || hasHealthcheck(service);
}
