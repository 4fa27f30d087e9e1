/** Returns the path for routing: without the query string, leading `/api` segments and a trailing slash. */
export function routingPath(url: string): string {
  let path = url.startsWith('/') ? url : fromAbsoluteUrl(url);
  const query = path.indexOf('?');
  if (query !== -1) {
    path = path.slice(0, query);
  }
  while (path.startsWith('/api/')) {
    path = path.slice('/api'.length);
  }
  if (path === '/api') {
    return '';
  }
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/** A request line may hold an absolute URL, as it is sent to proxies: `GET http://host/path`. */
function fromAbsoluteUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}
