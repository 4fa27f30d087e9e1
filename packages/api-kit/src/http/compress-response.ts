import compression from 'compression';
import type { HttpMiddleware, HttpRequest } from './route.js';

const MIN_BYTES = 1000;

/** Types that the list of compressible types of the library lacks. */
const compressible: readonly unknown[] = ['application/x-ndjson', 'application/protobuf'];

const compress = compression({
  threshold: MIN_BYTES,
  level: 1,
  filter: (req, res) =>
    compressible.includes(res.getHeader('content-type')) || compression.filter(req, res),
});

/** Compresses answers of more than 1000 bytes with gzip, for clients that accept it. */
export const compressResponse: HttpMiddleware = (req, res, next) => {
  if (req.headers['accept-encoding'] !== undefined && req.acceptsEncodings('gzip')) {
    compress(onlyGzip(req), res, next);
  } else {
    next();
  }
};

/** The library would prefer brotli, which takes more time than it saves for an answer that is written once. */
function onlyGzip(req: HttpRequest): HttpRequest {
  const headers = { ...req.headers, 'accept-encoding': 'gzip' };
  return Object.create(req, { headers: { value: headers } });
}
