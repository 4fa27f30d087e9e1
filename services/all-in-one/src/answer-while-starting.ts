import type { RequestListener } from 'node:http';

const RETRY_AFTER_SECONDS = 5;

/**
 * Answers requests until the services are ready. `/livez` gets a 200, because the process is alive. Any other path gets
 * a 503 with a message about the progress of the start. Clients may repeat the request after `Retry-After`.
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
