import compression from 'compression';
import type { HttpRequest, HttpResponse } from './route.js';

const MIN_BYTES = 1000;

/** The library's list of what compresses well does not have it. */
const LINES = 'application/x-ndjson';

const compress = compression({
  threshold: MIN_BYTES,
  level: 1,
  filter: (req, res) => res.getHeader('content-type') === LINES || compression.filter(req, res),
});

/** Compresses with gzip what is longer than about 1000 bytes; free for clients that do not accept it. */
export function compressResponse(req: HttpRequest, res: HttpResponse): void {
  const accepted = req.headers['accept-encoding'];
  if (accepted === undefined || !req.acceptsEncodings('gzip')) return;
  req.headers['accept-encoding'] = 'gzip'; // the library would prefer brotli: slower, and not in the contract
  compress(req, res, () => undefined);
}
