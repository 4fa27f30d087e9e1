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

describe('a prober of a running system with keys', () => {
  const spanhouse = runSpanhouse(async () => ({
    AUTH_MODE: 'keys',
    ADMIN_KEY: adminKey,
    OTLP_GRPC_PORT: String(await freePort()),
  }));

  it('sees every probe as it was sent, through each door and on each read path', async () => {
    const administrator = new Administrator(spanhouse, adminKey);
    const { headers } = await administrator.newAccount('prober@example.com');
    const key = headers.authorization.replace('ApiKey ', '');
    const prober = await startProber({
      PROBE_WRITE_URL: spanhouse.url,
      PROBE_OTLP_GRPC_URL: spanhouse.grpcUrl,
      PROBE_API_KEY: key,
    });
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
    expect(prober.output()).not.toContain(key);
    expect(prober.output()).not.toContain('Warning');
  });
});
