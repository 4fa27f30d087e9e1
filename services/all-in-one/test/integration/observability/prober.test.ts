import { createServer, request as forward, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { doorNames } from '@spanhouse/prober';
import { freePort, waitUntil } from '@spanhouse/service-runtime/testing';
import { Administrator } from '../../accounts.js';
import { startProber } from '../../processes/running-prober.js';
import { runSpanhouse } from '../../processes/running-spanhouse.js';

const adminKey = 'a-key-for-the-admin-of-this-test';
const paths = [
  'spans_query',
  'traces_query',
  'trace_by_id',
  'receipt',
  'aggregate',
  'analytics',
  'tail',
  'tempo_trace',
  'tempo_search',
  'jaeger_trace',
  'jaeger_search',
  'zipkin_trace',
  'zipkin_search',
];

/** The falsified answer of a read path, in place of the answer of the system. */
interface Falsehood {
  readonly ofRequest: (request: IncomingMessage) => boolean;
  readonly falsify: (text: string) => { readonly status: number; readonly text: string };
}

/** Passes requests on to a system, and falsifies some answers. */
async function startFalsifier(url: string, falsehoods: readonly Falsehood[]) {
  // Its answers carry the keep-alive time-out of the system, so its own connections must not end earlier.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const { method, headers, url: path } = request;
    const falsehood = falsehoods.find(({ ofRequest }) => ofRequest(request));
    const plain = falsehood === undefined ? headers : { ...headers, 'accept-encoding': 'identity' };
    const passed = forward(`${url}${path}`, { method, headers: plain }, (answer) => {
      if (falsehood === undefined || answer.statusCode !== 200) {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
        return;
      }
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      answer.on('end', () => {
        const falsified = falsehood.falsify(text);
        response.writeHead(falsified.status, { 'content-type': 'application/json' });
        response.end(falsified.text);
      });
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('a prober of a running system with keys', () => {
  const spanhouse = runSpanhouse(async () => ({
    AUTH_MODE: 'keys',
    ADMIN_KEY: adminKey,
    OTLP_GRPC_PORT: String(await freePort()),
  }));
  let target: Record<string, string>;

  beforeAll(async () => {
    const administrator = new Administrator(spanhouse, adminKey);
    const { headers } = await administrator.newAccount('prober@example.com');
    target = {
      PROBE_WRITE_URL: spanhouse.url,
      PROBE_OTLP_GRPC_URL: spanhouse.grpcUrl,
      PROBE_API_KEY: headers.authorization.replace('ApiKey ', ''),
    };
  });

  it('sees every probe as it was sent, through each door and on each read path', async () => {
    const prober = await startProber(target);
    const visible = () => prober.counts('checks_total', 'door', 'path', 'outcome');
    const wanted = doorNames.flatMap((door) => paths.map((path) => `${door} ${path} visible`));
    let seen: Readonly<Record<string, number>> = {};
    await waitUntil(
      'every door is seen through every path',
      async () => {
        seen = await visible();
        return wanted.every((check) => check in seen);
      },
      { details: () => `${JSON.stringify(seen)}\n${prober.output()}` },
    );
    const outcomes = await prober.counts('checks_total', 'outcome');
    const written = await prober.counts('writes_total', 'outcome');
    const timed = await prober.counts('time_to_visible_seconds_count', 'path');

    expect(Object.keys(outcomes)).toEqual(['visible']);
    expect(Object.keys(written)).toEqual(['accepted']);
    expect(Object.keys(timed).toSorted()).toEqual(paths.toSorted());
    expect(await prober.stop()).toBe(0);
    expect(prober.output()).not.toContain(target['PROBE_API_KEY']);
    expect(prober.output()).not.toContain('Warning');
  });

  it('counts spans that a read path changes, hides or fails to return, each by its outcome', async () => {
    const falsifier = await startFalsifier(spanhouse.url, [
      {
        ofRequest: ({ url }) => url?.startsWith('/jaeger/api/traces/') === true,
        falsify: (text) => ({ status: 200, text: text.replace('probe call', 'probe calm') }),
      },
      {
        ofRequest: ({ url, headers }) =>
          url?.startsWith('/traces/') === true && !('x-consistent-with' in headers),
        falsify: () => ({ status: 200, text: '{"count":0}' }),
      },
      {
        ofRequest: ({ url }) => url?.startsWith('/tempo/api/search') === true,
        falsify: () => ({ status: 503, text: '{"detail":"no"}' }),
      },
    ]);
    const prober = await startProber({
      ...target,
      PROBE_READ_URL: falsifier.url,
      PROBE_LATE_AFTER_MS: '1000',
      PROBE_MISSING_AFTER_MS: '10000',
    });
    const wanted = ['jaeger_trace mismatching', 'trace_by_id missing', 'tempo_search unanswered'];
    let ended: Readonly<Record<string, number>> = {};
    await waitUntil(
      'every outcome is counted',
      async () => {
        ended = await prober.counts('checks_total', 'path', 'outcome');
        return wanted.every((check) => check in ended);
      },
      { details: () => `${JSON.stringify(ended)}\n${prober.output()}` },
    );
    const late = await prober.counts('late_checks_total', 'path');
    const failed = await prober.counts('failed_reads_total', 'path', 'reason');
    await prober.stop();
    falsifier.close();

    const mismatching = Object.keys(ended).filter((check) => check.endsWith('mismatching'));
    expect(mismatching).toEqual(['jaeger_trace mismatching']);
    expect(ended).not.toHaveProperty(['trace_by_id visible']);
    expect(late).toMatchObject({ trace_by_id: expect.any(Number) });
    expect(failed).toMatchObject({ 'tempo_search refused': expect.any(Number) });
    const difference = '"member":"span_name","expected":"probe call","seen":"probe calm"';
    expect(prober.output()).toContain(difference);
  });

  it('counts probes that cannot be written as such, and not as missing', async () => {
    const prober = await startProber({ ...target, PROBE_API_KEY: 'not.a.key' });
    await waitUntil('every door has refused', async () => {
      const refused = await prober.counts('writes_total', 'door', 'outcome');
      return doorNames.every((door) => `${door} refused` in refused);
    });
    const ended = await prober.counts('checks_total', 'outcome');
    await prober.stop();

    expect(ended).toEqual({});
  });
});
