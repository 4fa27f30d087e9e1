import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { freePort } from '@spanhouse/service-runtime/testing';
import { checkAnswer } from '../../documented-answers.js';
import { runSpanhouse } from '../../processes/running-spanhouse.js';

const exportPath = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const times = { start_time: '2026-05-01T10:00:00Z', end_time: '2026-05-01T10:00:01Z' };
const spans = [{ trace_id: traceId, span_id: '00f067aa0ba902b7', ...times }];

interface Sent {
  readonly url: string;
  readonly method?: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/**
 * Sends a request with exactly these headers. `fetch` is not used, because it sets Host and `sec-fetch-mode` itself.
 */
async function sendAs({ url, method = 'GET', headers, body = '' }: Sent) {
  const req = request(url, { method, headers, agent: false });
  const response = new Promise<{ status: number; body: string }>((resolve, reject) => {
    req.once('error', reject);
    req.once('response', (res) => {
      const { statusCode: status = 0, headers: received } = res;
      const contentType = received['content-type'] ?? '';
      text(res)
        .then((body) => {
          checkAnswer({ method, url, status, contentType, text: body });
          resolve({ status, body });
        })
        .catch(reject);
    });
  });
  req.end(body);
  return await response;
}

describe('AUTH_MODE=open', () => {
  let otlpUrl: string;
  const spanhouse = runSpanhouse(async () => {
    const [otlp, grpc] = [await freePort(), await freePort()];
    otlpUrl = `http://127.0.0.1:${otlp}`;
    return {
      OTLP_HTTP_PORT: String(otlp),
      OTLP_GRPC_PORT: String(grpc),
      ALLOWED_HOSTS: 'spans.example.com',
      CORS_ALLOWED_ORIGINS: 'https://app.example.com',
    };
  });

  const ports = () => [new URL(spanhouse.url), new URL(otlpUrl)];

  it('refuses the simple requests that a page of another site can make, on every HTTP port', async () => {
    const page = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const { origin: url, host } of ports()) {
      const body = JSON.stringify({ spans });
      for (const path of ['/tracing/spans/ingest', '/v1/traces', '/v2/spans', '/spans/query']) {
        const sent = { url: `${url}${path}`, method: 'POST', headers: { host, ...page }, body };
        expect((await sendAs(sent)).status).toBe(403);
      }
      for (const path of [`/traces/${traceId}`, '/metrics', '/readyz', '/health', '/nowhere']) {
        const answer = await sendAs({ url: `${url}${path}`, headers: { host, ...page } });
        expect([answer.status, answer.body]).toEqual([
          403,
          expect.stringContaining('ALLOWED_HOSTS'),
        ]);
      }
    }
  });

  it('accepts spans from a page of an allowed origin, and allows it to read them', async () => {
    const origin = 'https://app.example.com';
    const page = { origin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' };
    for (const { origin: url } of ports()) {
      const asked = await fetch(`${url}/v1/traces`, {
        method: 'OPTIONS',
        headers: {
          ...page,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type',
        },
      });
      const sent = await fetch(`${url}/v1/traces`, {
        method: 'POST',
        headers: { ...page, 'content-type': 'application/json' },
        body: '{"resourceSpans":[]}',
      });
      const read = await fetch(`${url}/traces/${traceId}`, { headers: page });

      expect([asked.status, sent.status, read.status]).toEqual([204, 200, 200]);
      for (const { headers } of [asked, sent, read]) {
        expect(headers.get('access-control-allow-origin')).toBe(origin);
      }
    }
  });

  it('refuses a rebound name for every method and path', async () => {
    for (const { origin: url, port } of ports()) {
      const headers = { host: `rebound.example:${port}` };
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
        const { status } = await sendAs({ url: `${url}/traces/${traceId}`, method, headers });
        expect(status).toBe(403);
      }
    }
  });

  it('answers curl at an address and at a name', async () => {
    const body = JSON.stringify({ spans });
    for (const { port } of ports()) {
      for (const host of ['127.0.0.1', 'localhost']) {
        const url = `http://${host}:${port}/tracing/spans/ingest`;
        const args = ['-4', '-sS', '-o', '/dev/null', '-w', '%{http_code}', url, '-d', body];
        const json = ['-H', 'content-type: application/json'];
        const { stdout } = await promisify(execFile)('curl', [...args, ...json]);
        expect(stdout).toBe('202');
      }
    }
  });

  it.each([
    ['rebound.example', '7'],
    ['spans.example.com', '0'],
  ])('takes :authority for the host of a gRPC call: %s', async (authority, status) => {
    const session = connectHttp2(spanhouse.grpcUrl);
    const stream = session.request({
      'content-type': 'application/grpc',
      te: 'trailers',
      ':method': 'POST',
      ':path': exportPath,
      ':authority': authority,
    });
    stream.end(Buffer.alloc(5)).resume();
    const received = await Promise.race([once(stream, 'response'), once(stream, 'trailers')]);
    const headers = received[0]['grpc-status'] ? received : await once(stream, 'trailers');
    session.close();

    expect(headers[0]['grpc-status']).toBe(status);
  });
});
