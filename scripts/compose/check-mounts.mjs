// Checks that mounted files exist, and that they refer only to existing services and ports.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Matches files that may contain names of services. Files in `tests` contain imaginary names. */
const configuration = /^(?!.*\/tests\/).*\.(?:conf|ya?ml|xml)$/;

/** Checks the addresses in the variables of a service, and returns the problems. */
export function addressProblems({ env }, services) {
  return addressesIn(Object.values(env).join('\n'), services);
}

export function mountProblems({ definition }, services) {
  return bindsOf(definition).flatMap(({ source, read_only: isReadOnly }) => [
    ...(existsSync(source) ? [] : [`${relative('.', source)} does not exist`]),
    ...(isReadOnly ? [] : [`${relative('.', source)} is not mounted read-only`]),
    ...filesBelow(source).flatMap((file) =>
      addressesIn(readFileSync(file, 'utf8'), services).map(
        (problem) => `${relative('.', file)}: ${problem}`,
      ),
    ),
  ]);
}

/** Returns the configuration files of this repository that a container mounts. */
export function mountedFiles(definition) {
  return bindsOf(definition).flatMap(({ source }) => filesBelow(source));
}

function bindsOf({ volumes = [] }) {
  return volumes.filter(({ type }) => type === 'bind');
}

function filesBelow(path) {
  if (!existsSync(path)) {
    return [];
  }
  if (statSync(path).isFile()) {
    return [path];
  }
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => configuration.test(file));
}

/**
 * Checks that each `host:port` in a string names a service and one of its open ports. A name before `@` is an account,
 * as in a URL.
 */
function addressesIn(text, services) {
  const addresses = [...text.matchAll(/(?<![\w.-])([a-z][\w-]*):(\d+)(?![\w@])/g)];
  return addresses.flatMap(([address, host, port]) => {
    const service = services.find(({ name }) => name === host);
    if (service === undefined) {
      return [`there is no service ${host}`];
    }
    return service.ports.includes(port) ? [] : [`${address} is not open`];
  });
}
