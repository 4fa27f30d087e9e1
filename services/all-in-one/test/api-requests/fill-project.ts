import { randomBytes } from 'node:crypto';
import type { Json } from '../http-client.js';
import type { ProjectClient } from './project-client.js';

const startTime = '2026-05-01T10:00:00Z';
const endTime = '2026-05-01T10:00:01.5Z';

/** Markers in a project's values. They show a test which project a value comes from. */
export interface Markers {
  /**
   * A string of at least 12 hex digits. It is part of every secret string and of some ids, but not of values that other
   * projects may know.
   */
  readonly text: string;
  /** A number that is added to the numbers of every span. */
  readonly number: number;
}

export function randomHex(digits: number): string {
  return randomBytes(Math.ceil(digits / 2))
    .toString('hex')
    .slice(0, digits);
}

/**
 * Stores at least one item of each kind that the API accepts. All secret content contains a marker. Names and ids
 * without a marker are values that a member of another project could have learned.
 */
export async function fillProject(client: ProjectClient, { text, number }: Markers): Promise<void> {
  const group = randomHex(6);
  await fillTraces(client, { text, number }, group);
  await fillSavedQueries(client, text, group);
  await client.untilStored();
}

async function fillTraces(client: ProjectClient, { text, number }: Markers, group: string) {
  const [known, hidden] = [randomHex(32), `${text}${randomHex(32)}`.slice(0, 32)];
  const hiddenSpan = `${text}${randomHex(16)}`.slice(0, 16);
  const span = (trace_id: string, span_id: string): Json => ({
    trace_id,
    span_id,
    span_name: `ask ${text}`,
    start_time: startTime,
    end_time: endTime,
    status_code: 'STATUS_CODE_ERROR',
    status_message: `refused ${text}`,
    attributes: {
      [`tier-${group}`]: `gold ${text}`,
      [`score-${group}`]: number,
      [`key-${text}`]: true,
      'ag.session.id': `session-${group}`,
      'ag.user.id': `user-${group}`,
      'ag.data.inputs': { question: text, number },
      'ag.metrics.tokens.incremental': { prompt: number, total: number },
      'ag.metrics.costs.incremental': { total: number },
    },
    events: [{ name: 'exception', timestamp: startTime, attributes: { message: text } }],
    links: [{ trace_id: known, span_id: hiddenSpan, attributes: { key: text } }],
    references: [{ slug: `application-${group}`, attributes: { key: 'application' } }],
    resource: { attributes: { 'service.name': `shop ${text}` } },
    scope: { name: `scope ${text}` },
  });
  await client.write('/tracing/spans/ingest', {
    spans: [
      span(known, randomHex(16)),
      { ...span(known, hiddenSpan), parent_id: randomHex(16) },
      span(hidden, randomHex(16)),
      { ...span(randomHex(32), hiddenSpan), attributes: { 'ag.session.id': `session ${text}` } },
    ],
  });
  const trace_id = randomHex(32);
  await client.write('/traces/', { trace: { trace_id, spans: { a: span(trace_id, hiddenSpan) } } });
  await client.write('/v1/traces', otlpRequest(text));
  await client.write('/v1/traces', callRequest(text, 1_777_629_600_000));
  await client.write('/v1/traces', callRequest(text, Date.now()));
  await client.write('/v2/spans', [
    { traceId: randomHex(32), id: randomHex(16), name: text, timestamp: 1777629600000000 },
  ]);
  await client.write('/simple/traces/', {
    trace: {
      tags: { topic: text },
      data: { outputs: { score: number, comment: text } },
      references: { evaluator: { slug: `evaluator-${group}` } },
      links: { invocation: { trace_id: known, span_id: hiddenSpan } },
    },
  });
}

function otlpRequest(text: string): Json {
  const attributes = [{ key: 'gen_ai.prompt', value: { stringValue: text } }];
  const span = {
    traceId: randomHex(32),
    spanId: randomHex(16),
    name: text,
    startTimeUnixNano: '1777629600000000000',
    endTimeUnixNano: '1777629601000000000',
    attributes,
  };
  return { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };
}

/**
 * Returns an export request with one call between two services, for service graphs. Its times are current, because only
 * current spans are counted on arrival.
 */
function callRequest(text: string, atMs: number): Json {
  const traceId = randomHex(32);
  const [client, server] = [randomHex(16), randomHex(16)];
  const side = (service: string, span: Json) => ({
    resource: { attributes: [{ key: 'service.name', value: { stringValue: service } }] },
    scopeSpans: [
      {
        spans: [
          {
            traceId,
            name: `call ${text}`,
            startTimeUnixNano: `${atMs}000000`,
            endTimeUnixNano: `${atMs}500000`,
            ...span,
          },
        ],
      },
    ],
  });
  const attributes = [{ key: 'peer.service', value: { stringValue: `bank ${text}` } }];
  return {
    resourceSpans: [
      side(`shop ${text}`, { spanId: client, kind: 3, attributes }),
      side(`bank ${text}`, { spanId: server, parentSpanId: client, kind: 2 }),
    ],
  };
}

async function fillSavedQueries(client: ProjectClient, text: string, group: string) {
  const conditions = [{ field: 'span_name', operator: 'contains', value: text }];
  const data = { filtering: { conditions } };
  const named = { name: `Gold ${text}`, description: text, tags: { team: text } };
  await client.write('/simple/queries/', { query: { slug: `gold-${group}`, ...named, data } });
  await client.write('/simple/queries/', { query: { slug: `gold-${text}`, ...named, data } });
  const { query } = await client.write('/queries/', { query: { slug: `ask-${group}`, ...named } });
  const { query_variant: variant } = await client.write('/queries/variants/', {
    query_variant: { slug: `ask-main-${group}`, query_id: query.id, ...named },
  });
  for (const number of [1, 2]) {
    await client.write('/queries/revisions/commit', {
      query_revision: {
        query_variant_id: variant.id,
        slug: `ask-${number}-${group}`,
        message: `commit ${text}`,
        data,
      },
    });
  }
  const archived = await client.write('/queries/', { query: { slug: `old-${group}`, ...named } });
  await client.write(`/queries/${archived.query.id}/archive`, {});
}
