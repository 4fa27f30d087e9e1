import { acceptSimpleTrace } from '@spanhouse/span-intake';
import { decompressFrame } from '@spanhouse/span-log/frame';
import { decodeSpanRows, type StoredSpan } from '@spanhouse/span-row';
import {
  parseJsonText,
  type SimpleTrace,
  simpleTraceRequest,
  stringifyJson,
} from '@spanhouse/span-schema';
import request from 'supertest';
import { store } from './intake.js';
import { createTestTraceQuery } from './test-trace-query.js';

export function hex(number: number, length: number) {
  return number.toString(16).padStart(length, '0');
}

export function traceId(number: number) {
  return hex(number, 32);
}

export function link(number: number) {
  return { trace_id: traceId(number), span_id: hex(number, 16) };
}

/** Returns a simple trace in its stored form. `number` determines the ids and the time. */
export function storedSimpleTrace(number: number, trace: object): StoredSpan {
  const parsed = parseJsonText(
    stringifyJson({ trace: { data: {}, references: {}, links: {}, ...trace } } as never),
  );
  const body = parsed.status === 'parsed' ? parsed.value : undefined;
  const { trace: simple }: { trace: SimpleTrace } = simpleTraceRequest.parse(body);
  const outcome = acceptSimpleTrace(simple, { ...link(number), receivedAt: BigInt(number) });
  if (outcome.status !== 'accepted') {
    throw new Error(JSON.stringify(outcome));
  }
  const [span] = store(outcome.spans);
  if (span === undefined) {
    throw new Error('no span');
  }
  return span;
}

export const full = {
  origin: 'human',
  kind: 'eval',
  channel: 'sdk',
  tags: { env: 'prod' },
  meta: { note: [1, null] },
  data: { inputs: { q: 'hi' }, outputs: { score: 1 }, extra: 5 },
  references: { evaluator: { slug: 'accuracy' }, selector: { key: 'score' } },
  links: { invocation: link(99) },
};

/** Creates the service with the given stored spans. */
export function createSimpleTraces(...spans: readonly StoredSpan[]) {
  const query = createTestTraceQuery();
  query.reader.add(spans);
  const { app, log } = query;
  const answer = async (asked: request.Test) => {
    const { status, body, text, headers } = await asked;
    return { status, body, text, receipt: headers['x-ingest-receipt'] };
  };
  return {
    ...query,
    get: (id: string) => answer(request(app).get(`/simple/traces/${id}`)),
    patch: (id: string, trace: object | undefined) =>
      answer(request(app).patch(`/simple/traces/${id}`).send({ trace })),
    find: (body: object) => answer(request(app).post('/simple/traces/query').send(body)),
    /** Returns the edited spans that were published to the log. */
    async published(): Promise<readonly StoredSpan[]> {
      const messages = [0, 1].flatMap((partition) => log.messages(partition));
      const rows = messages.map(async ({ frame, headers }) => {
        const unpacked = await decompressFrame(frame, headers.uncompressedBytes);
        if (unpacked.status !== 'readable') {
          throw new Error(unpacked.reason);
        }
        return decodeSpanRows(unpacked.rows, headers.rowSchemaVersion);
      });
      return (await Promise.all(rows)).flat();
    },
  };
}
