import { traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { spansOfServices, withoutService } from '../testing/spans-of-services.js';
import { createTestZipkin, withDoors } from '../testing/test-doors.js';

const { a, b, d } = traceIdsOfSetD;
const shortC = 'c3c3c3c3c3c3c3c3';
const T0_S = 1_777_629_600;
const DAY_S = 86_400;

/**
 * Creates the service with the given spans, by default set D. Its clock is the given number of seconds ahead of the
 * first trace of set D.
 */
async function zipkinAt(secondsAfterT0: number, spans?: readonly CanonicalSpan[]) {
  const service = createTestZipkin(withDoors({ autocompleteKeys: ['http.method'] }), spans);
  await service.clock.advance((T0_S + secondsAfterT0) * 1000 - service.clock.nowMs());
  const ask = (path: string) => service.ask(`/api/v2/${path}`).expect(200);
  const idsOf = async (query: string) => {
    const traces: { traceId: string }[][] = (await ask(`traces?${query}`)).body;
    return traces.map(([first]) => first?.traceId);
  };
  return { ...service, ask, idsOf };
}

describe('a search of Zipkin', () => {
  it.each([
    [300, [d, shortC, b, a]],
    [30, [a]],
    [-1, []],
    [DAY_S, [d, shortC, b, a]],
    [DAY_S + 1, [d, shortC, b]],
    [2 * DAY_S, []],
  ])('looks at the last day by default: %d s after the first trace', async (after, ids) => {
    expect(await (await zipkinAt(after)).idsOf('')).toEqual(ids);
  });

  it('finds the newest ten traces by default, those of one time by their ids', async () => {
    const spans = spansOfServices(
      ...Array.from({ length: 12 }, (_, n) => ({ trace: (n + 1).toString(16), id: '1' })),
    );
    const { idsOf } = await zipkinAt(300, spans);
    const newest = Array.from({ length: 12 }, (_, n) => (12 - n).toString(16).padStart(16, '0'));

    expect(await idsOf('')).toEqual(newest.slice(0, 10));
    expect(await idsOf('limit=1000')).toEqual(newest);
  });

  it.each([
    ['serviceName=&spanName=&remoteServiceName=&annotationQuery=&minDuration=&limit=', 4],
    ['spanName=all', 4],
    ['spanName=ALL&serviceName=%20', 4],
    ['annotationQuery=http.status_code%3D999', 0],
    ['annotationQuery=http.status_code%3D999 and http.status_code%3D200', 2],
    ['annotationQuery=http.status_code%3D200 and http.status_code%3D999', 0],
    ['annotationQuery=%20http.status_code%20%3D%20200%20', 2],
    ['annotationQuery=http.status_code', 2],
    ['annotationQuery=http.status_code and retry', 1],
    ['minDuration=300000&maxDuration=300000', 1],
    ['minDuration=400&maxDuration=400', 1],
    ['minDuration=401&maxDuration=401', 0],
  ])('reads %s', async (query, found) => {
    expect(await (await zipkinAt(300)).idsOf(query)).toHaveLength(found);
  });

  it('takes an id of more than 16 digits for one of 32', async () => {
    const trace = `1${shortC}`;
    const spans = spansOfServices({ trace, id: '1' }, { trace: shortC, id: '2' });
    const { ask } = await zipkinAt(0, spans);

    expect((await ask(`trace/${trace}`)).body).toMatchObject([
      { traceId: trace.padStart(32, '0') },
    ]);
    expect((await ask(`trace/${shortC}`)).body).toMatchObject([{ traceId: shortC }]);
    expect((await ask(`trace/${shortC.padStart(20, '0')}`)).body).toMatchObject([
      { traceId: shortC },
    ]);
  });
});

describe('the names of Zipkin', () => {
  const service = (stringValue: string) => ({ stringValue });

  it('are in lower case, distinct and ascending', async () => {
    const spans = spansOfServices(
      { trace: '1', id: '1', service: service('Shop'), name: 'B' },
      { trace: '1', id: '2', service: service('SHOP'), name: 'a' },
      { trace: '1', id: '3', service: service('bank'), name: 'A' },
      { trace: '1', id: '4', service: service('shop'), name: 'b' },
    );
    const { ask } = await zipkinAt(0, spans);

    expect((await ask('services')).body).toEqual(['bank', 'shop']);
    expect((await ask('spans?serviceName=shop')).body).toEqual(['a', 'b']);
    expect((await ask('spans?serviceName=sHOp')).body).toEqual(['a', 'b']);
  });

  it.each(withoutService)('name a span without a service, and find it: %j', async (span) => {
    const { ask, idsOf } = await zipkinAt(300, spansOfServices(span));
    const name = 'otlpresourcenoservicename';

    expect((await ask('services')).body).toEqual([name]);
    expect((await ask(`spans?serviceName=${name}`)).body).toEqual(['op']);
    expect(await idsOf(`serviceName=${name}`)).toHaveLength(1);
  });

  it.each([
    'services',
    'spans?serviceName=shop',
    'remoteServices?serviceName=shop',
    'autocompleteValues?key=http.method',
  ])('may be kept once a project has more than three services: %s', async (path) => {
    const names = ['a', 'b', 'c', 'd'];
    const spans = spansOfServices(
      ...names.map((name, index) => ({ trace: '1', id: `${index + 1}`, service: service(name) })),
    );
    const few = await zipkinAt(0, spans.slice(1));
    const many = await zipkinAt(0, spans);
    const ageAt = async ({ ask }: typeof few) => {
      await ask('services');
      return (await ask(path)).headers['cache-control'];
    };

    expect(await ageAt(few)).toBeUndefined();
    expect(await ageAt(many)).toBe('max-age=300, must-revalidate');
  });

  it('suggest the thousand most frequent values of a tag, ascending', async () => {
    const { ask, analytics } = await zipkinAt(0);
    const values = (letter: string, count: number) =>
      Array.from({ length: 700 }, (_, index) => ({
        json: JSON.stringify(`${letter}${String(index).padStart(3, '0')}`),
        count,
      }));
    analytics.listAttributeValues = ({ source }) =>
      Promise.resolve(source === 'attributes' ? values('b', 2) : values('a', 1));

    const { body } = await ask('autocompleteValues?key=http.method');

    expect([body.length, body[0], body[299], body[300], body[999]]).toEqual([
      1000,
      'a000',
      'a299',
      'b000',
      'b699',
    ]);
  });
});
