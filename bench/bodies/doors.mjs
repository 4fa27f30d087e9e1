import { Agent, request } from 'node:http';
import { connect } from 'node:http2';
import { promisify } from 'node:util';
import { deflateSync, gzip, gzipSync, zstdCompressSync } from 'node:zlib';
import { damageStream } from '../../packages/span-intake/src/testing/fuzz/fuzz-body.ts';

const exportPath = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

/** The paths of each door. */
export const doors = {
  json: [
    '/tracing/spans/ingest',
    '/tracing/traces/',
    '/preview/tracing/traces/',
    '/traces/',
    '/traces/ingest',
  ],
  otlp_json: ['/v1/traces', '/otlp/v1/traces'],
  otlp_protobuf: ['/v1/traces', '/otlp/v1/traces'],
  zipkin: ['/api/v2/spans', '/v2/spans'],
};

const compressions = [
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['zstd', zstdCompressSync],
];

/** Sends a body and returns the status. Some seeds compress it, and damage the compressed stream. */
export function sendToDoor(url, { door, bytes, seed }) {
  const paths = doors[door];
  const [encoding, compress] = compressions[seed % 5] ?? [];
  const sent = compress === undefined ? bytes : damageStream(compress(bytes), seed);
  return post(new URL(paths[seed % paths.length], url), sent, {
    'content-type': door === 'otlp_protobuf' ? 'application/x-protobuf' : 'application/json',
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  });
}

/** Sends a body as it is, with gzip. Returns the status and the size of what was sent. */
export async function sendCompressed(url, { door, bytes }) {
  const sent = await promisify(gzip)(bytes, { level: 1 });
  const status = await post(new URL(doors[door][0], url), sent, {
    'content-type': door === 'otlp_protobuf' ? 'application/x-protobuf' : 'application/json',
    'content-encoding': 'gzip',
  });
  return { status, sentBytes: sent.length };
}

/** Posts a body and returns the status. */
function post(url, body, headers) {
  return send('POST', url, { body, headers });
}

/** Sends a request and returns the status. */
export function send(method, url, { body, headers }) {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      method,
      agent,
      headers: { ...headers, 'content-length': body.length },
    });
    outgoing.once('response', (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
      response.once('error', reject);
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

/** Opens one connection for OTLP over gRPC. `send` returns the code of the status. */
export function openGrpc(url) {
  const session = connect(url);
  return {
    send(message) {
      return new Promise((resolve, reject) => {
        const stream = session.request({
          ':method': 'POST',
          ':path': exportPath,
          'content-type': 'application/grpc',
          te: 'trailers',
        });
        let code;
        const take = (headers) => {
          code = headers['grpc-status'] ?? code;
        };
        stream.on('response', take).on('trailers', take).on('error', reject);
        stream.on('close', () => resolve(Number(code)));
        stream.resume();
        const prefix = Buffer.alloc(5);
        prefix.writeUInt32BE(message.length, 1);
        stream.end(Buffer.concat([prefix, message]));
      });
    },
    close: () => session.close(),
  };
}
