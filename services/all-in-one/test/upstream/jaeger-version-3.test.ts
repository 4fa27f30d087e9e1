import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { checkJaegerV3Json, differencesFromJaegerV3 } from '@spanhouse/span-dialects/testing';
import { consistentWith, type Json, postJson, send } from '../http-client.js';
import { runSpanhouse } from '../processes/running-spanhouse.js';

const traceId = '00000000000000000000000000000001';
const window = 'query.startTimeMin=2026-05-01T10:00:00Z&query.startTimeMax=2026-05-01T10:01:00Z';
const times = {
  startTimeUnixNano: '1777629600000000000',
  endTimeUnixNano: '1777629600500000000',
};
/** A failed span in the input of Jaeger's tests for this API. */
const failed = {
  traceId,
  spanId: '0000000000000002',
  name: 'foobar',
  kind: 2,
  status: { code: 2 },
};
const served = { traceId: '2'.repeat(32), spanId: '2'.repeat(16), name: 'get_users', kind: 2 };
const foo = [{ key: 'service.name', value: { stringValue: 'foo' } }];

describeWithBackend('the answers of version 3 that Jaeger records', 'JAEGER_SNAPSHOTS', (dir) => {
  const spanhouse = runSpanhouse();
  let ask: (path: string) => Promise<Json>;

  beforeAll(async () => {
    const { receipt } = await postJson(`${spanhouse.url}/v1/traces`, {
      resourceSpans: [
        { scopeSpans: [{ spans: [{ ...failed, ...times }] }] },
        { resource: { attributes: foo }, scopeSpans: [{ spans: [{ ...served, ...times }] }] },
      ],
    });
    ask = async (path) => {
      const url = `${spanhouse.url}/jaeger/api/v3/${path}`;
      return (await send(url, { headers: consistentWith(receipt) })).body;
    };
  });

  const recorded = (name: string): Json =>
    JSON.parse(readFileSync(join(dir, `${name}.json`), 'utf8'));

  it.each([
    ['GetTrace', `traces/${traceId}`],
    ['FindTraces', `traces?query.operationName=foobar&${window}`],
  ])('%s has the recorded members, and more that the schema knows', async (name, path) => {
    const answer = await ask(path);

    checkJaegerV3Json('GRPCGatewayWrapper', recorded(name));
    checkJaegerV3Json('GRPCGatewayWrapper', answer);
    expect(answer).toMatchObject(recorded(name));
  });

  it('returns the recorded answers of GetServices and GetOperations', async () => {
    const { services, ...rest } = await ask('services');

    expect([services, rest]).toEqual([
      expect.arrayContaining(recorded('GetServices').services),
      {},
    ]);
    expect(await ask('operations?service=foo')).toEqual(recorded('GetOperations'));
  });
});

describeWithBackend('the schema of version 3 that Jaeger publishes', 'JAEGER_SCHEMAS', (dir) => {
  it('equals the schema with which the tests decode answers', () => {
    const published = readFileSync(join(dir, 'api_v3/query_service.proto'), 'utf8');

    expect(differencesFromJaegerV3(published)).toEqual([]);
  });
});
