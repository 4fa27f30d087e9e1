import { createTestTempo } from '../../testing/test-doors.js';

const { ask } = createTestTempo();

async function valuesOf(tag: string, more = '') {
  const { body } = await ask(`/api/v2/search/tag/${encodeURIComponent(tag)}/values${more}`).expect(
    200,
  );
  return body.tagValues;
}

describe('the intrinsic tags of Tempo', () => {
  it('are the same for all spans', async () => {
    const listed =
      'duration, name, status, statusMessage, kind, rootServiceName, rootName, traceDuration, event:name, event:timeSinceStart, link:spanID, link:traceID, instrumentation:name, instrumentation:version, trace:id, span:id, span:parentID, span:childCount, span:status, span:statusMessage, span:duration, span:name, span:kind, trace:rootName, trace:rootService, trace:duration';

    const { body } = await ask('/api/v2/search/tags?scope=intrinsic').expect(200);

    expect(body.scopes).toEqual([{ name: 'intrinsic', tags: listed.split(', ').sort() }]);
  });

  it.each([
    ...['duration', 'span:duration', 'traceDuration', 'trace:duration', 'event:timeSinceStart'],
    ...['trace:id', 'span:id', 'span:parentID', 'link:traceID', 'link:spanID'],
    ...['nestedSetLeft', 'nestedSetRight', 'nestedSetParent', 'span:childCount'],
  ])('have no values where all spans differ: %s', async (tag) => {
    expect(await valuesOf(tag)).toEqual([]);
  });
});

describe('the values of a tag of Tempo', () => {
  it.each([
    '?q=nonsense',
    `?q=${encodeURIComponent('{ name = 1 }')}`,
    `?q=${encodeURIComponent('{ kind = client } && { kind = server }')}`,
    `?q=${encodeURIComponent('{ kind = client } | count() > 99')}`,
    '?limit=20000',
    '?tag=span.rows',
  ])('are all of them with %s', async (more) => {
    expect(await valuesOf('span.rows', more)).toEqual([
      { type: 'int', value: '0' },
      { type: 'int', value: '1' },
      { type: 'int', value: '3' },
    ]);
  });

  it.each([
    ['?start=1777629660&end=1777629665', ['1']],
    ['?start=1777629780&end=1777629781', ['0']],
    ['?start=1777629601&end=1777629660', []],
    ['?limit=2', ['0', '1']],
  ])(
    'are those of the spans that start in the range, up to the limit: %s',
    async (more, values) => {
      const found: readonly { value: string }[] = await valuesOf('span.rows', more);

      expect(found.map(({ value }) => value)).toEqual(values);
    },
  );

  it.each([
    ['/api/v2/search/tag/span.rows/values?start=2&end=2', 'end must be after start'],
    ['/api/v2/search/tags?start=2&end=2', 'end must be after start'],
    ['/api/search/tag/rows/values?limit=-1', 'limit must be a whole number'],
    ['/api/v2/search/tag/span.rows/values?start=x', 'start must be a whole number'],
  ])('%s is 400', async (path, text) => {
    await ask(path).expect(400, text);
  });
});
