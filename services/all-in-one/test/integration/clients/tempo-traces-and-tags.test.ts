import { decodeTempo, setDAsOtlp, traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import { consistentWith, type Json, postJson, send } from '../../http-client.js';
import {
  newDataDir,
  type RunningSpanhouse,
  startSpanhouse,
} from '../../processes/running-spanhouse.js';

const { a } = traceIdsOfSetD;

/** What the backend of the Tempo data source sends with every request. */
const grafana = { accept: 'application/json', 'accept-encoding': 'gzip' };

/** Throws if an object has a member that the data source does not know. */
function onlyMembers(value: Json, members: readonly string[]): void {
  const unknown = Object.keys(value).filter((name) => !members.includes(name));
  if (unknown.length > 0) {
    throw new Error(`the data source does not know ${unknown.join(', ')}`);
  }
}

function withoutAg(tags: readonly string[]): readonly string[] {
  return tags.filter((tag) => !tag.startsWith('ag.'));
}

describe('the traces and tags of Tempo, as the data source of Grafana asks for them', () => {
  let spanhouse: RunningSpanhouse;
  let receipt: string | undefined;

  beforeAll(async () => {
    spanhouse = await startSpanhouse(newDataDir());
    ({ receipt } = await postJson(`${spanhouse.url}/v1/traces`, setDAsOtlp()));
  });
  afterAll(() => spanhouse.stop());

  const read = async (path: string): Promise<Json> =>
    (
      await send(`${spanhouse.url}/tempo${path}`, {
        headers: { ...grafana, ...consistentWith(receipt) },
      })
    ).body;

  const tags = async (query: string): Promise<Json> => {
    const body = await read(`/api/v2/search/tags?${query}`);
    onlyMembers(body, ['scopes', 'metrics']);
    onlyMembers(body.metrics, ['inspectedBytes']);
    for (const scope of body.scopes) {
      onlyMembers(scope, ['name', 'tags']);
    }
    return new Map(body.scopes.map(({ name, tags: own }: Json) => [name, withoutAg(own)]));
  };

  const values = async (path: string): Promise<readonly string[]> => {
    const body = await read(`/api/v2/search/tag/${path}`);
    onlyMembers(body, ['tagValues', 'metrics']);
    for (const value of body.tagValues) {
      onlyMembers(value, ['type', 'value']);
    }
    return body.tagValues.map(({ type, value }: Json) => `${type} ${value}`);
  };

  it('pass the test of the data source', async () => {
    const response = await fetch(`${spanhouse.url}/tempo/api/echo`);

    expect([response.status, await response.text()]).toEqual([200, 'echo']);
  });

  it('return a trace as it was sent', async () => {
    const path = `/tempo/api/v2/traces/${a}?start=0&end=0`;
    const response = await fetch(`${spanhouse.url}${path}`, {
      headers: { accept: 'application/protobuf', ...consistentWith(receipt) },
    });
    expect(response.headers.get('content-type')).toBe('application/protobuf');
    const { trace }: Json = decodeTempo(
      'TraceByIDResponse',
      new Uint8Array(await response.arrayBuffer()),
    );

    expect(spansById(trace.resourceSpans)).toEqual(spansById(sentAsTempo()));
  });

  it('fill the fields of the search, and complete what is typed', async () => {
    const all = await tags('limit=5000');
    expect([...all.keys()]).toEqual(['intrinsic', 'resource', 'span', 'event', 'link']);
    expect(all.get('resource')).toEqual(['deployment.environment', 'service.name']);
    expect(all.get('event')).toEqual(['attempt', 'exception.message', 'exception.type']);
    expect(all.get('link')).toEqual(['kind']);
    expect(await tags('scope=span&q=%7B%20kind%20%3D%20client%20%7D')).toEqual(
      new Map([
        [
          'span',
          [
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
          ],
        ],
      ]),
    );
    const service = 'resource.service.name/values?limit=5000&tag=resource.service.name';
    const q = '%7B+span.http.status_code+%3D+502+%26%26+name+%3D+%7D';
    expect(await values(`${service}&q=${q}`)).toEqual(['string gateway', 'string payments']);
    expect(await values('.http.status_code/values?limit=5000&q=%7B%7D')).toEqual([
      'int 200',
      'int 502',
      'string 409',
    ]);
    expect(await values('span.tags/values')).toEqual(['string fast', 'string html']);
    expect(await values('rootServiceName/values?start=1777629600&end=1777629660')).toEqual([
      'string gateway',
    ]);
    expect(await values('status/values')).toHaveLength(3);
  });

  it('answer older data sources', async () => {
    const names = await read('/api/search/tags?start=1777629600&end=1777629900');
    onlyMembers(names, ['tagNames', 'metrics']);
    expect(names.tagNames).toEqual(expect.arrayContaining(['service.name', 'http.method']));
    const found = await read('/api/search/tag/service.name/values');
    onlyMembers(found, ['tagValues', 'metrics']);
    expect(found.tagValues).toHaveLength(6);
    expect((await read('/api/status/buildinfo')).version).toBe('2.9.0+spanhouse');
  });
});

/** The spans of the trace as they were sent, with ids as base64. */
function sentAsTempo(): Json {
  const { resourceSpans }: Json = setDAsOtlp();
  const base64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');
  return resourceSpans.map(({ scopeSpans, ...rest }: Json) => ({
    ...rest,
    scopeSpans: scopeSpans.map(({ spans, ...scope }: Json) => ({
      ...scope,
      spans: spans
        .filter(({ traceId }: Json) => traceId === a)
        .map((span: Json) => ({
          ...span,
          traceId: base64(span.traceId),
          spanId: base64(span.spanId),
          ...(span.parentSpanId && { parentSpanId: base64(span.parentSpanId) }),
          ...(span.links.length > 0 && {
            links: span.links.map((link: Json) => ({
              ...link,
              traceId: base64(link.traceId),
              spanId: base64(link.spanId),
            })),
          }),
        })),
    })),
  }));
}

/** Spans with their origins, in an order of its own, without what ingest adds. */
function spansById(resourceSpans: Json): Json {
  const entries = resourceSpans.flatMap(({ resource, scopeSpans }: Json) =>
    scopeSpans.flatMap(({ scope = {}, spans = [] }: Json) =>
      spans.map((span: Json) => [
        span.spanId,
        {
          ...span,
          resource: byKey(resource.attributes),
          scope,
          attributes: byKey(span.attributes),
          links: span.links ?? [],
          events: (span.events ?? []).map((event: Json) => ({
            ...event,
            attributes: byKey(event.attributes),
          })),
        },
      ]),
    ),
  );
  return Object.fromEntries(entries);
}

function byKey(attributes: Json = []): Json {
  const own = attributes.filter(({ key }: Json) => !key.startsWith('ag.'));
  return Object.fromEntries(own.map(({ key, value }: Json) => [key, value]));
}
