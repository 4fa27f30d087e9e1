import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describeWithBackend, freePort, waitUntil } from '@spanhouse/service-runtime/testing';
import { checkAnswer } from '../../documented-answers.js';
import { startPrometheus } from '../../processes/running-prometheus.js';
import { runSpanhouse } from '../../processes/running-spanhouse.js';

const exportPath = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
const permissionDenied = '7';
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const times = { start_time: '2026-05-01T10:00:00Z', end_time: '2026-05-01T10:00:01Z' };
const spans = [{ trace_id: traceId, span_id: '00f067aa0ba902b7', ...times }];

interface Sent {
  readonly url: string;
  readonly method?: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

/** Sends a request with exactly these headers; fetch would set Host and `sec-fetch-mode` itself. */
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

  it('refuses a rebound name to every method and path', async () => {
    for (const { origin: url, port } of ports()) {
      const headers = { host: `rebound.example:${port}` };
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
        const { status } = await sendAs({ url: `${url}/traces/${traceId}`, method, headers });
        expect(status).toBe(403);
      }
    }
  });

  it.each([
    'localhost',
    'LOCALHOST:80',
    'spans.localhost:1',
    '127.0.0.9',
    '[::1]:8080',
    'spans.example.com:443',
  ])('answers to the name %s on every HTTP port', async (host) => {
    for (const { origin: url } of ports()) {
      expect((await sendAs({ url: `${url}/health`, headers: { host } })).status).toBe(200);
    }
  });

  it('opens a page when a link of another site is followed, and only then', async () => {
    const url = `${spanhouse.url}/docs`;
    const { host } = new URL(url);
    const link = { host, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };

    const followed = await sendAs({ url, headers: { ...link, 'sec-fetch-dest': 'document' } });
    const posted = await sendAs({ url, method: 'POST', headers: link });
    const framed = await sendAs({ url, headers: { ...link, 'sec-fetch-dest': 'iframe' } });

    expect([followed.status, posted.status, framed.status]).toEqual([200, 403, 403]);
  });

  it('takes :authority for the host of a gRPC call, for every service of the port', async () => {
    const { port, origin } = new URL(spanhouse.grpcUrl);
    const session = connectHttp2(origin);
    const call = (authority: string, path: string) =>
      new Promise<[string, string]>((resolve, reject) => {
        const headers = { 'content-type': 'application/grpc', te: 'trailers' };
        const stream = session.request({
          ...headers,
          ':method': 'POST',
          ':path': path,
          ':authority': authority,
        });
        const look = (received: Record<string, unknown>) => {
          if (received['grpc-status'] !== undefined) {
            const message = decodeURIComponent(String(received['grpc-message'] ?? ''));
            resolve([String(received['grpc-status']), message]);
          }
        };
        stream.on('response', look).on('trailers', look).on('error', reject);
        stream.end(Buffer.alloc(5));
        stream.resume();
      });

    const health = '/grpc.health.v1.Health/Check';
    for (const path of [exportPath, health]) {
      expect(await call(`rebound.example:${port}`, path)).toEqual([
        permissionDenied,
        expect.stringContaining('ALLOWED_HOSTS'),
      ]);
      for (const authority of [`localhost:${port}`, 'spans.example.com']) {
        expect((await call(authority, path))[0]).toBe('0');
      }
    }
    session.close();
  });

  it('refuses a request of HTTP/1.0 that names no host', async () => {
    const { hostname, port } = new URL(spanhouse.url);
    const socket = connect(Number(port), hostname);
    socket.write('GET /health HTTP/1.0\r\n\r\n');

    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 [\s\S]*ALLOWED_HOSTS/);
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

  it('answers Grafana, which forwards the headers of its own page without Origin', async () => {
    // As Grafana's data source proxy sends it: the host of the data source URL, `sec-fetch-*` of the browser.
    const url = `${spanhouse.url}/traces/query`;
    const headers = {
      host: new URL(url).host,
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
      'sec-fetch-dest': 'empty',
      'x-grafana-referer': 'https://grafana.example.com/explore',
      'x-forwarded-for': '192.0.2.7',
    };

    expect((await sendAs({ url, method: 'POST', headers, body: '{}' })).status).toBe(200);
  });

  describeWithBackend('a Prometheus', 'PROMETHEUS', (program) => {
    it('scrapes the metrics', async () => {
      const prometheus = await startPrometheus(program, { targets: { all: spanhouse.url } });

      const isUp = async () => {
        const { result } = await prometheus.get('query', { query: 'up{job="all"} == 1' });
        return result.length === 1;
      };

      await waitUntil('the target is up', isUp);
      await prometheus.stop();
    });
  });
});
