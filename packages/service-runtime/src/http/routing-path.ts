/** The path a request is routed by: without query string, leading `/api`s and final slash. */
export function routingPath(url: string): string {
  let path = url.startsWith('/') ? url : fromAbsoluteUrl(url);
  const query = path.indexOf('?');
  if (query !== -1) path = path.slice(0, query);
  while (path.startsWith('/api/')) path = path.slice('/api'.length);
  if (path === '/api') return '';
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** `GET http://host/path`, as sent to proxies, is also legal towards a server. */
function fromAbsoluteUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}
