import { issueKey } from '@spanhouse/catalog/testing';
import { store, takeInSpans, testContext } from '../../testing/intake.js';
import { createTestTempo, type Shown } from '../../testing/test-doors.js';

const ofClients = [
  'db.name',
  'db.system',
  'gen_ai.request.model',
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.output_tokens',
  'http.method',
  'http.status_code',
  'peer.service',
  'rows',
  'temperature',
];

const inspected = { inspectedBytes: expect.stringMatching(/^\d+$/) };

async function read(path: string, parameters: Record<string, string> = {}): Promise<Shown> {
  const { ask } = createTestTempo();
  const { body } = await ask(`${path}?${new URLSearchParams(parameters)}`).expect(200);
  return body;
}

/** Removes the attribute names that ingest adds to every span. */
function withoutAg(tags: readonly string[]): readonly string[] {
  return tags.filter((tag) => !tag.startsWith('ag.'));
}

async function tagsOf(scope: string, parameters: Record<string, string> = {}) {
  const { scopes } = await read('/api/v2/search/tags', { scope, ...parameters });
  return scopes.map(({ name, tags }: Shown) => [name, withoutAg(tags)]);
}

async function valuesOf(tag: string, parameters: Record<string, string> = {}) {
  const path = `/api/v2/search/tag/${encodeURIComponent(tag)}/values`;
  const { tagValues } = await read(path, parameters);
  return tagValues.map(({ type, value }: Shown) => `${type} ${value}`);
}

describe('GET /tempo/api/v2/search/tags', () => {
  it('lists the tags of all scopes, and leaves out empty ones', async () => {
    const { scopes, metrics } = await read('/api/v2/search/tags');

    expect(metrics).toEqual(inspected);
    expect(scopes.map(({ name }: Shown) => name)).toEqual([
      'intrinsic',
      'resource',
      'span',
      'event',
      'link',
    ]);
    const tags = new Map(scopes.map(({ name, tags: own }: Shown) => [name, own]));
    expect(tags.get('resource')).toEqual(['deployment.environment', 'service.name']);
    expect(tags.get('event')).toEqual(['attempt', 'exception.message', 'exception.type']);
    expect(tags.get('link')).toEqual(['kind']);
    expect(tags.get('span')).toEqual(expect.arrayContaining(['ag.type.trace', 'tags', 'tier']));
    expect(tags.get('intrinsic')).toHaveLength(26);
    expect(tags.get('intrinsic')).toEqual([...(tags.get('intrinsic') as string[])].sort());
  });

  it.each(['', 'none'])('takes the scope %p for all', async (scope) => {
    expect(await tagsOf(scope)).toHaveLength(5);
  });

  it('lists the tags of the spans that satisfy a query', async () => {
    expect(await tagsOf('span', { q: '{ kind = client }' })).toEqual([['span', ofClients]]);
    expect(await tagsOf('span', { q: '{ kind = client && name = ' })).toEqual([
      ['span', ofClients],
    ]);
    expect(await tagsOf('event', { q: '{ kind = client }' })).toEqual([]);
  });

  it.each(['{ kind = client } > { }', '{ kind = client } | count() > 1', 'nonsense', '{ a = 1 }'])(
    'lists all tags for %s, which is no filter',
    async (q) => {
      expect(await tagsOf('link', { q })).toEqual([['link', ['kind']]]);
    },
  );

  it('lists the tags of a range of time', async () => {
    const range = { start: '1777629660', end: '1777629661' };

    expect(await tagsOf('span', range)).toEqual([
      ['span', expect.arrayContaining(['messaging.system', 'retries', 'temperature'])],
    ]);
    expect(await tagsOf('link', range)).toEqual([]);
    expect(await tagsOf('link', { ...range, q: '{ true }' })).toEqual([]);
  });

  it('lists the most frequent ones up to the limit, ascending', async () => {
    expect(await tagsOf('resource', { limit: '1' })).toEqual([['resource', ['service.name']]]);
  });

  it.each([
    [
      'scope=nothing',
      'scope must be one of intrinsic, resource, span, event, link, instrumentation',
    ],
    ['limit=x', 'limit must be a whole number'],
  ])('answers %s with 400', async (query, text) => {
    await createTestTempo().ask(`/api/v2/search/tags?${query}`).expect(400, text);
  });
});

describe('the tags of Tempo with keys', () => {
  it('are only those of the project of the key', async () => {
    const { ask, reader, analytics, catalog } = createTestTempo({ authMode: 'keys' });
    const { text } = await issueKey(catalog, ['view_spans']);
    const attributes = [{ key: 'secret', value: { stringValue: 'theirs' } }];
    const theirs = takeInSpans([{ attributes }]);
    const context = { ...testContext, project_id: '00000000-0000-0000-0000-00000000000f' };
    reader.add(store(theirs), { projectId: context.project_id });
    analytics.add(theirs.map((each) => ({ span: each, context })));
    const queries = ['', `?${new URLSearchParams({ q: '{ true }' })}`];

    for (const query of queries) {
      const names = await ask(`/api/search/tags${query}`).auth('', text).expect(200);
      expect(names.body.tagNames).not.toContain('secret');
      const values = await ask(`/api/v2/search/tag/secret/values${query}`).auth('', text);
      expect(values.body.tagValues).toEqual([]);
    }
  });
});

describe('GET /tempo/api/search/tags', () => {
  it('lists the tags of all scopes together, intrinsic ones only on request', async () => {
    const { tagNames } = await read('/api/search/tags');
    const intrinsic = await read('/api/search/tags', { scope: 'intrinsic' });

    expect(tagNames).toEqual(expect.arrayContaining(['attempt', 'kind', 'service.name', 'tier']));
    expect(tagNames).not.toContain('rootName');
    expect(tagNames).toEqual([...new Set(tagNames)].sort());
    expect(intrinsic.tagNames).toContain('rootName');
  });
});

describe('GET /tempo/api/v2/search/tag/{tag}/values', () => {
  const services = ['billing', 'cron', 'gateway', 'inventory', 'orders', 'payments'];

  it.each<[string, readonly string[]]>([
    ['resource.service.name', services.map((name) => `string ${name}`)],
    ['.service.name', services.map((name) => `string ${name}`)],
    ['service.name', services.map((name) => `string ${name}`)],
    ['.http.status_code', ['int 200', 'int 502', 'string 409']],
    ['span.tags', ['string fast', 'string html']],
    ['span.amount', ['float 12.5', 'int 99']],
    ['tier', ['string gold']],
    ['span.retry', ['bool false']],
    ['span."tier"', ['string gold']],
    ['event.attempt', ['int 2']],
    ['link.kind', ['string retry_of']],
    ['event:name', ['string exception', 'string retry']],
    ['instrumentation:name', ['string http', 'string scheduler']],
    ['instrumentation:version', ['string 1.4.0', 'string 2.1.0']],
    ['span:statusMessage', ['string bad gateway', 'string card declined']],
    ['span:name', ['string GET /checkout']],
    ['rootServiceName', ['string cron', 'string gateway', 'string orders']],
    ['trace:rootService', ['string cron', 'string gateway', 'string orders']],
    ['trace:rootName', ['string GET /checkout', 'string publish order', 'string tick']],
    ['status', ['keyword error', 'keyword ok', 'keyword unset']],
    ['span:status', ['keyword error', 'keyword ok', 'keyword unset']],
    [
      'kind',
      ['client', 'consumer', 'internal', 'producer', 'server', 'unspecified'].map(
        (kind) => `keyword ${kind}`,
      ),
    ],
    ['nothing', []],
    ['resource.tier', []],
  ])('lists the values of %s', async (tag, values) => {
    expect(await valuesOf(tag)).toEqual(
      tag === 'span:name' ? expect.arrayContaining([...values]) : values,
    );
  });

  it.each<[string, string, readonly string[]]>([
    [
      'resource.service.name',
      '{ span.http.status_code = 502 && name = }',
      ['string gateway', 'string payments'],
    ],
    [
      'resource.service.name',
      '{ rootServiceName = "orders" }',
      ['string billing', 'string orders'],
    ],
    [
      'resource.service.name',
      '{ nestedSetParent < 0 }',
      ['string cron', 'string gateway', 'string orders'],
    ],
    ['rootName', '{ kind = consumer }', ['string publish order']],
    ['span.rows', '{ span.rows = 3 }', ['int 0', 'int 1', 'int 3']],
    ['span.rows', '{ span.rows > 0 }', ['int 1', 'int 3']],
  ])('lists the values of %s among the spans of %s', async (tag, q, values) => {
    expect(await valuesOf(tag, { q })).toEqual(values);
  });

  it.each<[string, Record<string, string>, readonly string[]]>([
    ['span.http.status_code', {}, ['int 200', 'int 502', 'string 409']],
    ['span.tags', {}, ['string fast', 'string html']],
    ['.http.status_code', {}, ['int 200', 'int 502', 'string 409']],
    ['service.name', { q: '{ kind = consumer }' }, ['string billing']],
    ['resource.deployment.environment', {}, ['string prod', 'string staging']],
    ['span.rows', { q: '{ span.rows > 0 && kind = client }' }, ['int 3']],
    ['name', { q: '{ span.http.status_code = 502 }' }, ['string POST /pay', 'string charge']],
  ])('lists the values of %s with %j without reading a span', async (tag, parameters, values) => {
    const { ask, reader } = createTestTempo();
    reader.failure = new Error('a span was read');
    const path = `/api/v2/search/tag/${tag}/values?${new URLSearchParams(parameters)}`;

    const { body } = await ask(path).expect(200);

    expect(body.tagValues.map(({ type, value }: Shown) => `${type} ${value}`)).toEqual(values);
  });

  it('takes names with slashes, and a limit', async () => {
    const attributes = [
      { key: 'a/values/b c', value: { stringValue: 'found' } },
      { key: 'long', value: { stringValue: 'x'.repeat(257) } },
      { key: 'fits', value: { stringValue: '😀'.repeat(256) } },
    ];
    const { ask } = createTestTempo({}, takeInSpans([{ attributes }]));
    const values = async (tag: string) =>
      (await ask(`/api/v2/search/tag/${tag}/values`).expect(200)).body.tagValues;

    const found = [{ type: 'string', value: 'found' }];
    expect(await values('span.a/values/b%20c')).toEqual(found);
    expect(await values('span.a%2Fvalues%2Fb%20c')).toEqual(found);
    expect(await values('span.%22a/values/b%20c%22')).toEqual(found);
    for (const scope of ['', 'span.']) {
      expect(await values(`${scope}long`)).toEqual([]);
      expect(await values(`${scope}fits`)).toHaveLength(1);
    }
    await ask('/api/v2/search/tag/values').expect(404, 'Not Found');
    expect(await valuesOf('resource.deployment.environment', { limit: '1' })).toEqual([
      'string prod',
    ]);
  });
});

describe('GET /tempo/api/search/tag/{tag}/values', () => {
  it('lists texts without types', async () => {
    expect(await read('/api/search/tag/http.status_code/values')).toEqual({
      tagValues: ['200', '409', '502'],
      metrics: inspected,
    });
    expect(await read('/api/search/tag/service.name/values', { q: '{ kind = client }' })).toEqual({
      tagValues: ['billing', 'cron', 'gateway', 'inventory', 'orders', 'payments'],
      metrics: inspected,
    });
  });
});
