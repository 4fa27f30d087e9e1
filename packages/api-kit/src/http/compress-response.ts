import compression from 'compression';
import type { HttpRequest, HttpResponse } from './route.js';

const MIN_BYTES = 1000;

/** The list of compressible types of the library lacks it. */
const lines = 'application/x-ndjson';

const compress = compression({
  threshold: MIN_BYTES,
  level: 1,
  filter: (req, res) => res.getHeader('content-type') === lines || compression.filter(req, res),
});

/** Compresses answers of more than 1000 bytes with gzip, for clients that accept it. */
export function compressResponse(req: HttpRequest, res: HttpResponse): void {
  const accepted = req.headers['accept-encoding'];
  if (accepted === undefined || !req.acceptsEncodings('gzip')) {
    return;
  }
  req.headers['accept-encoding'] = 'gzip'; // the library would prefer brotli, which is slower and not offered by this API
  compress(req, res, () => undefined);
}
