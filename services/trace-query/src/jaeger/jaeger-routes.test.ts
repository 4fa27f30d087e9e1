import { setDAsOtlp, traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import request from 'supertest';
import { askJaeger } from '../testing/jaeger/ask-jaeger.js';
import { v1 } from '../testing/jaeger/jaeger-shapes.js';
import { createTestJaeger } from '../testing/test-doors.js';

const { a, b } = traceIdsOfSetD;
const hours = 'query.startTimeMin=2026-05-01T10:00:00Z&query.startTimeMax=2026-05-01T11:00:00Z';
const whole = "malformed 'NAME' parameter, expecting a whole number";
const kinds = 'internal, server, client, producer, consumer or unspecified';
const texts = 'expecting JSON object of strings';

describe('/jaeger', () => {
  it.each([
    ['/api/operations', "parameter 'service' is required"],
    [
      '/api/operations?service=a&spanKind=SERVER',
      `malformed 'spanKind' parameter, expecting ${kinds}`,
    ],
    ['/api/traces?tags=x', `malformed 'tags' parameter, ${texts}`],
    ['/api/traces?tags=%7B%22a%22%3A1%7D', `malformed 'tags' parameter, ${texts}`],
    ['/api/traces?tags=[]', `malformed 'tags' parameter, ${texts}`],
    ['/api/traces?tag=a', "malformed 'tag' parameter, expecting key:value"],
    [
      '/api/traces?minDuration=5',
      "malformed 'minDuration' parameter, expecting a duration such as '1.5s'",
    ],
    [
      '/api/traces?maxDuration=.s',
      "malformed 'maxDuration' parameter, expecting a duration such as '1.5s'",
    ],
    [
      '/api/traces?minDuration=2s&maxDuration=1s',
      "'maxDuration' must not be less than 'minDuration'",
    ],
    ['/api/traces?start=now', whole.replace('NAME', 'start')],
    ['/api/traces?end=1.5', whole.replace('NAME', 'end')],
    ['/api/traces?limit=1501', "'limit' must be from 0 to 1500"],
    ['/api/traces?limit=-1', "'limit' must be from 0 to 1500"],
    ['/api/traces?raw=yes', "malformed 'raw' parameter, expecting true or false"],
    ['/api/traces?traceID=xyz', "malformed trace ID 'xyz', expecting 1 to 32 hex digits"],
    [
      `/api/traces/${'a'.repeat(33)}`,
      `malformed trace ID '${'a'.repeat(33)}', expecting 1 to 32 hex digits`,
    ],
    ['/api/traces/xyz', "malformed trace ID 'xyz', expecting 1 to 32 hex digits"],
    ['/api/dependencies?lookback=-1', "'lookback' must not be negative"],
    ['/api/dependencies?endTs=x', whole.replace('NAME', 'endTs')],
    ['/api/metrics/calls', "parameter 'service' is required"],
    ['/api/metrics/latencies?service=a', "parameter 'quantile' is required"],
    [
      '/api/metrics/latencies?service=a&quantile=1.1',
      "malformed 'quantile' parameter, expecting a number from 0 to 1",
    ],
    [
      '/api/metrics/calls?service=a&spanKind=x',
      `malformed 'spanKind' parameter, expecting ${kinds}`,
    ],
    ['/api/metrics/calls?service=a&step=0', "'step' must be above 0"],
    [
      '/api/metrics/calls?service=a&lookback=11000&step=1',
      "'lookback' has more than 11000 points of 'step'",
    ],
    [
      '/api/metrics/calls?service=a&groupByOperation=2',
      "malformed 'groupByOperation' parameter, expecting true or false",
    ],
    ['/api/v3/operations', "parameter 'service' is required"],
    ['/api/v3/traces', "parameter 'query.startTimeMin' is required"],
    [
      '/api/v3/traces?query.startTimeMin=2026-05-01T10:00:00Z',
      "parameter 'query.startTimeMax' is required",
    ],
    [
      `/api/v3/trace-summaries?${hours.replace('10:00', '11:00')}`,
      "'query.startTimeMin' must be before 'query.startTimeMax'",
    ],
    [
      `/api/v3/traces?${hours.replace('2026-05-01T10:00:00Z', '1777629600')}`,
      "malformed 'query.startTimeMin' parameter, expecting a time such as '2026-05-01T10:00:00Z'",
    ],
    [`/api/v3/traces?${hours}&query.filter=x`, 'query.filter is not supported'],
    [
      `/api/v3/traces?${hours}&query.searchDepth=1501`,
      "'query.searchDepth' must be from 0 to 1500",
    ],
    [
      `/api/v3/traces?${hours}&query.attributes=1`,
      `malformed 'query.attributes' parameter, ${texts}`,
    ],
    ['/api/v3/traces/xyz', "malformed trace ID 'xyz', expecting 1 to 32 hex digits"],
  ])('%s is 400 with a text that names the fault', async (path, text) => {
    expect(await askJaeger(createTestJaeger().app).refusalOf(path)).toEqual([400, text]);
  });

  it.each([
    [101, 'lookback=5000', "'service' names more than 100 services"],
    [
      11,
      'lookback=10999&step=1',
      "'lookback' has more than 110000 points of 'step' over all services",
    ],
  ])('refuses to measure %d services with %s', async (count, range, text) => {
    const services = Array.from({ length: count }, (_, index) => `s${index}`).join(',service=');
    const { refusalOf } = askJaeger(createTestJaeger().app);

    const refusal = await refusalOf(`/api/metrics/calls?${range}&service=${services}`);

    expect(refusal).toEqual([400, text]);
  });

  it.each([
    ['/api/traces/abc', 404, 'trace not found'],
    ['/api/v3/traces/abc', 404, 'No traces found'],
    ['/api/nothing', 404, 'Not Found'],
    ['/api/services/a', 404, 'Not Found'],
    ['/api/v3/nothing', 404, 'Not Found'],
    ['/', 404, 'Not Found'],
    ['/search', 404, 'Not Found'],
    ['/api/quality-metrics', 501, 'There are no quality metrics.'],
    ['/api/deep-dependencies', 501, 'There are no deep dependencies.'],
    ['/analytics/v1/x', 501, 'There are no analytics of this API.'],
  ])('%s is %d in the form of its version', async (path, status, text) => {
    expect(await askJaeger(createTestJaeger().app).refusalOf(path)).toEqual([status, text]);
  });

  it('has no archive', async () => {
    const { body } = await request(createTestJaeger().app)
      .post(`/jaeger/api/archive/${a}`)
      .expect(501);

    expect(v1.failure.parse(body).errors[0].code).toBe(501);
  });

  it('takes repeated and trailing slashes, ids in any case, and slashes in the name of a service', async () => {
    const { ask } = createTestJaeger();

    expect((await ask(`//api//traces/${a.toUpperCase()}/`).expect(200)).body.data).toHaveLength(1);
    await ask('/api/services/a/b/operations').expect(200);
  });
});

describe('POST /jaeger/api/transform', () => {
  const transform = (body: string | object) =>
    request(createTestJaeger({}, []).app).post('/jaeger/api/transform').send(body);

  it('shows the traces of a file, and stores nothing', async () => {
    const { ask } = createTestJaeger();
    const { body } = await transform(setDAsOtlp()).expect(200);
    const stored = await ask(`/api/traces/${b}`);

    const { data } = v1.traces.parse(body);
    expect(data).toHaveLength(4);
    expect(data.filter(({ traceID }) => traceID === b)).toEqual(stored.body.data);
  });

  it.each([
    ['{', 'The body is no OTLP/JSON: The body is not JSON.'],
    [
      '{"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"00","spanId":"x","name":"a"}]}]}]}',
      /^1 of the spans are invalid\. /,
    ],
  ])('refuses %s', async (body, text) => {
    const { status, body: answer } = await transform(body);

    expect(status).toBe(400);
    expect(v1.failure.parse(answer).errors[0].msg).toEqual(
      typeof text === 'string' ? text : expect.stringMatching(text),
    );
  });
});
