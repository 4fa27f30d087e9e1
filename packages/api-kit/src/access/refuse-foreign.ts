import type { RefuseForeign, RequestSource } from '../http/request-source.js';
import { ForeignRequest } from '../problems/http-problem.js';
import { isLoopbackHost, isLoopbackName } from './is-loopback-host.js';

/** The settings that decide which hosts a process answers for. */
export interface ForeignRequestConfig {
  /** Absent in a process that has no routes of the API. */
  readonly AUTH_MODE?: 'open' | 'keys';
  readonly HTTP_HOST: string;
  readonly ALLOWED_HOSTS: readonly string[] | undefined;
}

const hostAndPort = /^(\[[\da-f:.]+\]|[\w.-]*\w)\.?(?::\d{1,5})?$/i;
const httpOrigin = /^https?:\/\/(.*)$/;
const MAX_SHOWN_CHARACTERS = 100;

/**
 * Creates the check that keeps web pages of other sites out of a service without credentials: a browser on this
 * machine could send their requests, and a name server could give one of their names a loopback address.
 *
 * - The host must be a loopback name or one of ALLOWED_HOSTS. A missing or malformed host is neither.
 * - An origin must name such a host as well; the opaque origin `null` does not.
 * - A request that the browser marks as `cross-site` must be a link that a person follows to a page.
 *
 * Returns undefined if the process needs no check: requests need keys, or other machines reach its metrics anyway.
 */
export function createForeignRequestCheck(config: ForeignRequestConfig): RefuseForeign | undefined {
  const { AUTH_MODE, HTTP_HOST, ALLOWED_HOSTS = [] } = config;
  const isChecked = AUTH_MODE === undefined ? isLoopbackHost(HTTP_HOST) : AUTH_MODE === 'open';
  if (!isChecked) {
    return undefined;
  }
  const allowed = new Set(ALLOWED_HOSTS);
  const isOurs = (host: string): boolean => {
    const name = hostAndPort.exec(host)?.[1]?.toLowerCase();
    return name !== undefined && (isLoopbackName(name) || allowed.has(name));
  };

  return (source) => {
    const { host, headers } = source;
    if (host === undefined) {
      return foreign('The request names no host.');
    }
    if (!isOurs(host)) {
      return foreign(`The host ${shown(host)} is foreign.`);
    }
    const { origin } = headers;
    if (origin !== undefined && !isOurs(httpOrigin.exec(String(origin))?.[1] ?? '')) {
      return foreign(`The origin ${shown(String(origin))} is foreign.`);
    }
    if (headers['sec-fetch-site'] === 'cross-site' && !isFollowedLink(source)) {
      return foreign('The request comes from a page of another site.');
    }
    return undefined;
  };
}

/** A frame also navigates, but a page of another site embeds it without anyone following a link. */
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
