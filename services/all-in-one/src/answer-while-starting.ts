import type { RequestListener } from 'node:http';

const RETRY_AFTER_SECONDS = 5;

/**
 * Returns a listener that responds to requests until the services are ready. It returns 200 for `/livez`, because the
 * process is alive. For all other paths it returns 503 and a message about the progress of the startup. Clients may
 * retry the request after `Retry-After`.
 */
export function answerWhileStarting(state: () => string): RequestListener {
  return (req, res) => {
    req.resume();
    if (req.url === '/livez') {
      answer(res.writeHead(200, headers), { status: 'ok' });
      return;
    }
    const unavailable = { ...headers, 'retry-after': String(RETRY_AFTER_SECONDS) };
    const detail = { message: state(), code: 'storage_unavailable' };
    answer(res.writeHead(503, unavailable), { detail });
  };
}

const headers = { 'content-type': 'application/json; charset=utf-8', connection: 'close' };

function answer(res: { end(text: string): unknown }, body: object): void {
  res.end(JSON.stringify(body));
}
