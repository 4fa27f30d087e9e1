import { traceIdsOfSetD } from '@spanhouse/span-dialects/testing';

const { a, b, d } = traceIdsOfSetD;
/** Short form of a trace id whose first half is zero. */
export const shortC = 'c3c3c3c3c3c3c3c3';
/** A window that contains all spans of set D, in microseconds. */
const wholeWindow = 'start=1777629600000000&end=1777629800000000';

/** A window that contains all spans of set D, in the version 3 format. */
export const wholeWindowV3 =
  'query.startTimeMin=2026-05-01T10:00:00Z&query.startTimeMax=2026-05-01T10:03:20Z';

function tags(texts: Readonly<Record<string, string>>): string {
  return `tags=${encodeURIComponent(JSON.stringify(texts))}`;
}

/** Version 1 searches, each with the traces of set D that it finds, newest first. */
export const foundTraces: readonly (readonly [query: string, ids: readonly string[]])[] = [
  ['', [d, shortC, b, a]],
  ['limit=0', [d, shortC, b, a]],
  ['limit=2', [d, shortC]],
  ['lookback=custom&raw=true&prettyPrint=false', [d, shortC, b, a]],
  ['service=payments', [d, a]],
  ['service=Payments', []],
  ['service=payments&limit=1', [d]],
  ['operation=tick', [shortC]],
  ['service=payments&operation=charge', [d, a]],
  ['service=gateway&operation=charge', []],
  [tags({ 'http.status_code': '502' }), [a]],
  [tags({ 'http.status_code': '502', error: 'true' }), [a]],
  [tags({ 'http.status_code': '409' }), [a]],
  [tags({ 'http.status_code': '200' }), [d, a]],
  [tags({ 'http.status_code': '0200' }), []],
  [tags({ error: 'true' }), [a]],
  [tags({ error: 'false' }), []],
  [tags({ 'span.kind': 'producer' }), [b]],
  [tags({ 'otel.status_code': 'OK' }), [d, b, a]],
  [tags({ 'otel.status_description': 'bad gateway' }), [a]],
  [tags({ 'otel.scope.name': 'scheduler', 'otel.scope.version': '2.1.0' }), [shortC]],
  [tags({ 'deployment.environment': 'staging' }), [a]],
  [tags({ event: 'retry', attempt: '2' }), [a]],
  [tags({ 'exception.type': 'CardError', 'http.status_code': '502' }), [a]],
  [tags({ kind: 'retry_of' }), [a]],
  [tags({ tags: '["fast","html"]' }), [a]],
  [tags({ tags: '["html","fast"]' }), []],
  [tags({ amount: '12.5' }), [a]],
  [tags({ amount: '99' }), [d]],
  [tags({ amount: '99.0' }), []],
  [tags({ temperature: '0' }), [b]],
  [tags({ retry: 'false' }), [a]],
  [`service=gateway&${tags({ 'http.status_code': '409' })}`, []],
  [`${tags({ 'http.method': 'POST' })}&${tags({ error: 'true' })}`, [a]],
  ['tag=http.status_code:502&tag=error:true', [a]],
  ['tag=a:b:c', []],
  ['minDuration=1.2s', [b]],
  ['minDuration=1200ms&maxDuration=1h30m', [b]],
  ['minDuration=250ms&maxDuration=300ms', [d]],
  ['minDuration=100us&maxDuration=400%C2%B5s', [shortC]],
  ['maxDuration=399999ns', []],
  ['service=payments&minDuration=500ms', [a]],
  ['start=1777629660000000&end=1777629660000000', [b]],
  ['end=1777629659999999', [a]],
  ['start=1777629660500001&end=1777629720000000', [shortC, b]],
  ['start=1777629700000000&end=1777629600000000', []],
];

/** Adds the default window to a query string. Parameters that the query already has take precedence. */
export function withWindow(query: string): string {
  const asked = new URLSearchParams(wholeWindow);
  const own = new URLSearchParams(query);
  for (const name of own.keys()) {
    asked.delete(name);
  }
  for (const [name, value] of own) {
    asked.append(name, value);
  }
  return asked.toString();
}
