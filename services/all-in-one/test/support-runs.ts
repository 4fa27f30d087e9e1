import type { Json } from './http-client.js';

const beginMs = Date.parse('2026-05-01T10:00:00Z');
const RUNS = 60;
const MINUTE_MS = 60_000;

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0');
}

function at(ms: number): string {
  return new Date(beginMs + ms).toISOString();
}

/**
 * Returns one hour of spans from an agent that answers questions about orders. The agent begins to call version v3 of
 * another service. From then on, order look-ups in the region `eu` fail, and so do the runs that need them.
 */
export function supportRuns(): Json[] {
  return Array.from({ length: RUNS }, (_, n) => supportRun(n)).flat();
}

function supportRun(n: number): Json[] {
  const startMs = n * MINUTE_MS;
  const region = n % 3 === 0 ? 'eu' : 'us';
  const version = n < RUNS / 2 ? 'v2' : 'v3';
  const isFailed = region === 'eu' && version === 'v3';
  const trace_id = hex(n + 1, 32);
  const resource = { attributes: { 'service.name': 'support-agent' } };
  const status = isFailed
    ? { status_code: 'STATUS_CODE_ERROR' }
    : { status_code: 'STATUS_CODE_OK' };
  const text = 'HTTP 410 from orders: region eu is served by v2 only';
  const exception = {
    name: 'exception',
    timestamp: at(startMs + 900),
    attributes: { 'exception.type': 'GoneError', 'exception.message': text },
  };
  const span = (place: number, members: Json): Json => ({
    trace_id,
    span_id: hex((n + 1) * 16 + place, 16),
    ...(place > 0 && { parent_id: hex((n + 1) * 16, 16) }),
    resource,
    ...members,
  });
  return [
    span(0, {
      span_name: 'answer question',
      start_time: at(startMs),
      end_time: at(startMs + (isFailed ? 1000 : 3000)),
      ...status,
      ...(isFailed && { status_message: 'the order could not be looked up' }),
      attributes: {
        'ag.type.span': 'agent',
        'ag.session.id': `session-${n % 20}`,
        'ag.user.id': `user-${n % 7}`,
        'ag.data.inputs': { question: `Where is order ${1000 + n}?` },
        ...(!isFailed && { 'ag.data.outputs': { answer: 'It arrives tomorrow.' } }),
      },
    }),
    span(1, {
      span_name: 'look up order',
      start_time: at(startMs + 100),
      end_time: at(startMs + 900),
      ...status,
      ...(isFailed && { status_message: text, events: [exception] }),
      attributes: {
        'ag.type.span': 'tool',
        'ag.data.inputs': { order: 1000 + n },
        'orders.region': region,
        'orders.api': version,
        'orders.attempt': 1 + (n % 2),
      },
    }),
    ...(isFailed ? [] : [chat(span, startMs)]),
  ];
}

function chat(span: (place: number, members: Json) => Json, startMs: number): Json {
  return span(2, {
    span_name: 'write answer',
    start_time: at(startMs + 1000),
    end_time: at(startMs + 2900),
    attributes: {
      'ag.type.span': 'chat',
      'ag.meta.request.model': 'gpt-4o-mini',
      'ag.metrics.tokens.incremental': { prompt: 200, completion: 50, total: 250 },
      'ag.metrics.costs.incremental': { prompt: 0.00003, completion: 0.00003, total: 0.00006 },
    },
  });
}
