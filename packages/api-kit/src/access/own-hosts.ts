import { isLoopbackName } from './is-loopback-host.js';

const hostAndPort = /^(\[[\da-f:.]+\]|[\w.-]*\w)\.?(?::\d{1,5})?$/i;
const httpOrigin = /^https?:\/\/(.*)$/;

/** Creates the test whether a host, with or without a port, is a loopback name or one of `allowedHosts`. */
export function createHostCheck(allowedHosts: readonly string[]): (host: string) => boolean {
  const allowed = new Set(allowedHosts);
  return (host) => {
    const name = hostAndPort.exec(host)?.[1]?.toLowerCase();
    return name !== undefined && (isLoopbackName(name) || allowed.has(name));
  };
}

/** Returns the host of an origin, with its port; an empty text if the origin is opaque or missing. */
export function hostOfOrigin(origin: unknown): string {
  return httpOrigin.exec(String(origin))?.[1] ?? '';
}

/**
 * Creates the test whether an origin is allowed by name. `*` is not a name: it allows pages that send a key, but not
 * requests to which the browser itself adds credentials.
 */
export function namedOrigins(allowed: readonly string[]): (origin: unknown) => boolean {
  const named = new Set(allowed.filter((origin) => origin !== '*'));
  return (origin) => typeof origin === 'string' && named.has(origin);
}
