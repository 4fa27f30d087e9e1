import type { HttpRequest } from '@spanhouse/api-kit';

/** Returns the parameters of a request. */
export function queryParameters({ url }: Pick<HttpRequest, 'url'>): URLSearchParams {
  const at = url.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : url.slice(at));
}
