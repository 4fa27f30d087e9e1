import { decodeTempo } from '@spanhouse/span-dialects/testing';
import type { JsonObject } from '@spanhouse/span-schema';
import type request from 'supertest';
import { store, takeInSpans } from './intake.js';
import { createTestTempo, type Shown } from './test-doors.js';

/** The id of a trace that no example contains. */
export const ownTraceId = '00000000000000000000000000abcdef';

/** Span a3 of set D, without members added by ingest and without members that differ between the formats. */
export const chargeOfA = {
  traceId: 'S/kvNXezTaajzpKdDg5HoQ==',
  spanId: 'AAAAAAAAAKM=',
  parentSpanId: 'AAAAAAAAAKI=',
  name: 'charge',
  startTimeUnixNano: '1777629600100000000',
  endTimeUnixNano: '1777629600600000000',
  attributes: expect.arrayContaining([
    { key: 'http.status_code', value: { intValue: '502' } },
    { key: 'amount', value: { doubleValue: 12.5 } },
  ]),
  events: [
    {
      timeUnixNano: '1777629600300000000',
      name: 'retry',
      attributes: [{ key: 'attempt', value: { intValue: '2' } }],
    },
    {
      timeUnixNano: '1777629600550000000',
      name: 'exception',
      attributes: expect.arrayContaining([
        { key: 'exception.type', value: { stringValue: 'CardError' } },
      ]),
    },
  ],
};

/** Adds the headers that the backend of Grafana's data source sends. */
export function asGrafana(asked: request.Test): request.Test {
  return asked
    .set({
      accept: 'application/protobuf',
      'accept-encoding': 'gzip',
      'user-agent': 'Grafana/13.1',
    })
    .buffer(true)
    .parse((res, done) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('end', () => done(null, Buffer.concat(chunks)));
    });
}

export async function readTempoTrace(
  ask: (path: string) => request.Test,
  path: string,
): Promise<Shown> {
  const { body } = await asGrafana(ask(path)).expect(200);
  return decodeTempo(path.startsWith('/api/v2/') ? 'TraceByIDResponse' : 'Trace', body);
}

export function hex(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}

/** Returns the span without the members that ingest adds to every span. */
export function withoutAg(span: Shown): Shown {
  const { attributes = [], ...rest } = span;
  const own = attributes.filter(({ key }: Shown) => !key.startsWith('ag.'));
  return own.length === 0 ? rest : { ...rest, attributes: own };
}

export function withSpans(spans: readonly JsonObject[]) {
  const { reader, ...service } = createTestTempo();
  const times = { endTimeUnixNano: '1777629601000000000' };
  const full = spans.map((span) => ({ traceId: ownTraceId, ...times, ...span }));
  reader.add(store(takeInSpans(full)));
  return { reader, ...service };
}
