import type { RefuseForeign, RequestSource } from '../http/request-source.js';
import { ForeignRequest } from '../problems/http-problem.js';
import type { CorsConfig } from './cors.js';
import { isLoopbackHost, isLoopbackName } from './is-loopback-host.js';

/** Settings that specify which hosts and origins a process accepts. */
export interface ForeignRequestConfig extends CorsConfig {
  /** The authentication mode; absent in a process that has no API routes. */
  readonly AUTH_MODE?: 'open' | 'keys';
  readonly HTTP_HOST: string;
  readonly ALLOWED_HOSTS: readonly string[] | undefined;
}

const MAX_SHOWN_CHARACTERS = 100;

/**
 * Creates the check that keeps other sites' web pages out of a service without credentials. Such a page could send
 * requests through a browser on this machine, or use a host name that resolves to a loopback address.
 *
 * - The host must be a loopback name or one of ALLOWED_HOSTS. A missing or malformed host is refused.
 * - The origin, if there is one, must have such a host or be one of CORS_ALLOWED_ORIGINS. The opaque origin `null` is
 *   refused.
 * - A request that the browser marks as `cross-site` must come from one of CORS_ALLOWED_ORIGINS or from a followed
 *   link.
 *
 * With AUTH_MODE=keys, only requests with Basic credentials are checked, because a browser may add these credentials on
 * its own. Returns undefined for a process without AUTH_MODE that listens on a non-loopback address, so that other
 * machines can read its metrics.
 */
export function createForeignRequestCheck(config: ForeignRequestConfig): RefuseForeign | undefined {
  const { AUTH_MODE, HTTP_HOST, ALLOWED_HOSTS = [], CORS_ALLOWED_ORIGINS = [] } = config;
  const isTrusted = namedOrigins(CORS_ALLOWED_ORIGINS);
  if (AUTH_MODE === 'keys') {
    return (source) => refuseAmbientCredentials(source, isTrusted);
  }
  if (AUTH_MODE === undefined && !isLoopbackHost(HTTP_HOST)) {
    return undefined;
  }
  const isOurs = createHostCheck(ALLOWED_HOSTS);

  return (source) => {
    const { host, headers } = source;
    if (host === undefined) {
      return foreign('The request names no host.');
    }
    if (!isOurs(host)) {
      return foreign(`The host ${shown(host)} is foreign.`);
    }
    const { origin } = headers;
    if (isTrusted(origin)) {
      return undefined;
    }
    if (origin !== undefined && !isOurs(hostOfOrigin(origin))) {
      return foreign(`The origin ${shown(String(origin))} is foreign.`);
    }
    return isCrossSite(source)
      ? foreign('The request comes from a page of another site.')
      : undefined;
  };
}

/**
 * Refuses Basic credentials in requests from other sites, because a browser adds remembered credentials even if another
 * site causes the request.
 */
function refuseAmbientCredentials(
  source: RequestSource,
  isTrusted: (origin: unknown) => boolean,
): ForeignRequest | undefined {
  const { authorization, origin } = source.headers;
  if (typeof authorization !== 'string' || !/^\s*basic\s/i.test(authorization)) {
    return undefined;
  }
  return isCrossSite(source) && !isTrusted(origin)
    ? new ForeignRequest(
        'The request comes from a page of another site, with Basic credentials. ' +
          'Only pages of the origins in CORS_ALLOWED_ORIGINS may send these.',
      )
    : undefined;
}

/**
 * Creates the check for a route that pages of other sites must not use, with or without API keys. If a request has an
 * origin, the origin must be one of these:
 *
 * - an origin whose host is the request's own host, a loopback name or one of ALLOWED_HOSTS
 * - one of CORS_ALLOWED_ORIGINS
 */
export function createOriginCheck(
  config: Partial<Pick<ForeignRequestConfig, 'ALLOWED_HOSTS' | 'CORS_ALLOWED_ORIGINS'>>,
): RefuseForeign {
  const isTrusted = namedOrigins(config.CORS_ALLOWED_ORIGINS ?? []);
  const isOurs = createHostCheck(config.ALLOWED_HOSTS ?? []);
  return ({ host, headers: { origin } }) => {
    const named = hostOfOrigin(origin);
    const isOwn = named !== '' && (named === host?.toLowerCase() || isOurs(named));
    return origin === undefined || isOwn || isTrusted(origin)
      ? undefined
      : new ForeignRequest(
          `The origin ${shown(String(origin))} is foreign. Only the host of the request, loopback names, ` +
            'the names in ALLOWED_HOSTS and the origins in CORS_ALLOWED_ORIGINS are allowed.',
        );
  };
}

function isCrossSite(source: RequestSource): boolean {
  return source.headers['sec-fetch-site'] === 'cross-site' && !isFollowedLink(source);
}

/**
 * Returns true if the request loads a page in a tab or window, as a followed link does. Frames do not count, because a
 * page of another site can load a frame without a click.
 */
function isFollowedLink({ method, headers }: RequestSource): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination = 'document' } = headers;
  return method === 'GET' && mode === 'navigate' && destination === 'document';
}

function foreign(reason: string): ForeignRequest {
  return new ForeignRequest(
    `${reason} Without API keys, only loopback names and the names in ALLOWED_HOSTS are allowed.`,
  );
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, MAX_SHOWN_CHARACTERS));
}

const hostAndPort = /^(\[[\da-f:.]+\]|[\w.-]*\w)\.?(?::\d{1,5})?$/i;
const httpOrigin = /^https?:\/\/(.*)$/;

/** Creates a function that returns true for loopback names and `allowedHosts`, with or without a port. */
function createHostCheck(allowedHosts: readonly string[]): (host: string) => boolean {
  const allowed = new Set(allowedHosts);
  return (host) => {
    const name = hostAndPort.exec(host)?.[1]?.toLowerCase();
    return name !== undefined && (isLoopbackName(name) || allowed.has(name));
  };
}

/** Returns the host of an origin with its port, or `''` if the origin is opaque or missing. */
function hostOfOrigin(origin: unknown): string {
  return httpOrigin.exec(String(origin))?.[1] ?? '';
}

/**
 * Creates a function that returns true for explicitly listed origins. `*` does not count: it allows pages to send an
 * API key, but not credentials that the browser adds.
 */
function namedOrigins(allowed: readonly string[]): (origin: unknown) => boolean {
  const named = new Set(allowed.filter((origin) => origin !== '*'));
  return (origin) => typeof origin === 'string' && named.has(origin);
}
