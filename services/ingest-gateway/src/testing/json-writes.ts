import { aSentSpan, sampleTraceId } from './sent-spans.js';

export interface SentRequest {
  readonly method: 'get' | 'post' | 'put';
  readonly path: string;
  readonly body?: object;
}

const flat = { spans: [aSentSpan()] };
const trace = { trace_id: sampleTraceId, spans: { ask: aSentSpan() } };
const simple = { trace: { data: {}, references: {}, links: {} } };

export const ingestSpans: SentRequest = {
  method: 'post',
  path: '/tracing/spans/ingest',
  body: flat,
};

/** A request with a valid body for each route that accepts Spanhouse's own JSON formats. */
export const jsonWrites: readonly SentRequest[] = [
  ingestSpans,
  { method: 'post', path: '/tracing/traces/', body: flat },
  { method: 'put', path: `/tracing/traces/${sampleTraceId}`, body: flat },
  { method: 'post', path: '/traces/', body: { trace } },
  { method: 'put', path: `/traces/${sampleTraceId}`, body: { trace } },
  { method: 'post', path: '/traces/ingest', body: { traces: [trace] } },
  { method: 'post', path: '/simple/traces/', body: simple },
];
