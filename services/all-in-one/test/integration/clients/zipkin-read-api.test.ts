import { setDAsOtlp, traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import { consistentWith, type Json, postJson, send } from '../../http-client.js';
import { runSpanhouse } from '../../processes/running-spanhouse.js';

const { a, b, c, d } = traceIdsOfSetD;
const shortC = 'c3c3c3c3c3c3c3c3';
/** A time window that ends just after the last span of set D. */
const window = 'endTs=1777629800000&lookback=3600000';

describe('the read API of Zipkin, on the examples', () => {
  const spanhouse = runSpanhouse({
    ZIPKIN_AUTOCOMPLETE_KEYS: 'http.method,deployment.environment',
  });
  let receipt: string | undefined;

  beforeAll(async () => {
    ({ receipt } = await postJson(`${spanhouse.url}/v1/traces`, setDAsOtlp()));
  });

  const ask = (path: string) =>
    send(`${spanhouse.url}/zipkin${path}`, { headers: consistentWith(receipt) });
  const read = async (path: string) => (await ask(path)).body;
  const found = async (query: string): Promise<readonly string[]> => {
    const traces: Json[] = await read(`/api/v2/traces?${window}&${query}`);
    return traces.map(([first]) => first.traceId);
  };

  it('lists the names of services, spans, remote services and tags', async () => {
    expect(await read('/api/v2/services')).toEqual([
      'billing',
      'cron',
      'gateway',
      'inventory',
      'orders',
      'payments',
    ]);
    expect(await read('/api/v2/spans?serviceName=Gateway')).toEqual([
      'get /checkout',
      'post /pay',
      'render',
    ]);
    expect(await read('/api/v2/remoteServices?serviceName=gateway')).toEqual(['payments']);
    expect(await read('/api/v2/remoteServices?serviceName=payments')).toEqual(['cards']);
    expect(await read('/api/v2/autocompleteKeys')).toEqual([
      'http.method',
      'deployment.environment',
    ]);
    expect(await read('/api/v2/autocompleteValues?key=http.method')).toEqual(['GET', 'POST']);
    expect(await read('/api/v2/autocompleteValues?key=deployment.environment')).toEqual([
      'prod',
      'staging',
    ]);
    expect(await read('/api/v2/autocompleteValues?key=tier')).toEqual([]);
  });

  it.each<[string, readonly string[]]>([
    ['', [d, shortC, b, a]],
    ['limit=2', [d, shortC]],
    ['serviceName=payments', [d, a]],
    ['serviceName=PAYMENTS&spanName=Charge', [d, a]],
    ['serviceName=gateway&spanName=charge', []],
    ['serviceName=gateway&spanName=all', [a]],
    ['remoteServiceName=payments', [a]],
    ['serviceName=payments&remoteServiceName=cards', [a]],
    ['annotationQuery=http.status_code%3D502', [a]],
    ['annotationQuery=http.status_code%3D409 and http.method%3DPOST', [a]],
    ['serviceName=gateway&annotationQuery=http.status_code%3D409', []],
    ['annotationQuery=retry', [a]],
    ['serviceName=payments&annotationQuery=exception and error', [a]],
    ['annotationQuery=error', [a]],
    ['annotationQuery=error%3Dbad gateway', [a]],
    ['annotationQuery=otel.status_code%3DOK', [d, b, a]],
    ['annotationQuery=deployment.environment%3Dstaging', [a]],
    ['annotationQuery=tags%3D["fast","html"]', [a]],
    ['minDuration=1200000', [b]],
    ['serviceName=payments&minDuration=250000&maxDuration=300000', [d]],
    ['minDuration=100&maxDuration=400', [shortC]],
    ['endTs=1777629660000&lookback=60000', [b, a]],
    ['endTs=1777629659999', [a]],
  ])('finds the traces of %j', async (query, expected) => {
    const asked = new URLSearchParams(`${window}&${query}`);
    const own = new URLSearchParams(query);
    for (const name of own.keys()) {
      asked.delete(name);
      asked.set(name, own.get(name) ?? '');
    }
    const traces: Json[] = await read(`/api/v2/traces?${asked}`);

    expect(traces.map(([first]) => first.traceId)).toEqual(expected);
    expect(traces.flat()).toHaveLength(
      expected.reduce((sum, id) => sum + ({ [a]: 6, [b]: 4, [shortC]: 1, [d]: 2 }[id] ?? 0), 0),
    );
  });

  it('counts the calls between services', async () => {
    expect(await read(`/api/v2/dependencies?${window}`)).toEqual([
      { parent: 'gateway', child: 'inventory', callCount: 1 },
      { parent: 'gateway', child: 'payments', callCount: 1, errorCount: 1 },
      { parent: 'payments', child: 'cards', callCount: 1 },
    ]);
    expect(await read('/api/v2/dependencies?endTs=1777629590000')).toEqual([]);
  });

  it('returns several traces in the order of the requested ids, and omits unknown ones', async () => {
    const unknown = 'abcdef';
    const traces: Json[] = await read(`/api/v2/traceMany?traceIds=${c},${unknown},${a}`);

    expect(traces.map(([first]) => first.traceId)).toEqual([shortC, a]);
    expect(await found('serviceName=nobody')).toEqual([]);
  });
});
