import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describeWithBackend, freePort } from '@spanhouse/service-runtime/testing';
import { consistentWith, type Json, receiptsOfEveryPartition } from '../../http-client.js';
import { newDataDir, startSpanhouse } from '../../processes/running-spanhouse.js';

const script = `${__dirname}/../../python/send_traces.py`;

/** Parses JSON with integers as text, because the integers of the test do not fit into a double. */
function parseExact(text: string): Json {
  const reviver = (_key: string, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === 'number' && Number.isInteger(value) ? source : value;
  return JSON.parse(text, reviver as (key: string, value: unknown) => unknown);
}

function toNanoseconds(iso: string): string {
  const [, seconds = '', fraction = ''] = /^(.{19})(?:\.(\d+))?Z$/.exec(iso) ?? [];
  return `${Date.parse(`${seconds}Z`) / 1000}${fraction.padEnd(9, '0')}`;
}

function flatten(value: Json, path: string, into: Json): Json {
  for (const [key, member] of Object.entries(value)) {
    const name = path === '' ? key : `${path}.${key}`;
    if (typeof member === 'object' && member !== null && !Array.isArray(member)) {
      flatten(member, name, into);
    } else {
      into[name] = member;
    }
  }
  return into;
}

/** Converts a read span to the format that the Python program prints. */
function asSent(span: Json): Json {
  const { ag: _canonical, ...attributes } = span.attributes;
  return {
    trace_id: span.trace_id,
    span_id: span.span_id,
    parent_id: span.parent_id ?? null,
    span_name: span.span_name,
    span_kind: span.span_kind,
    start_time: toNanoseconds(span.start_time),
    end_time: toNanoseconds(span.end_time),
    status_code: span.status_code,
    status_message: span.status_message ?? null,
    attributes: flatten(attributes, '', {}),
    events: (span.events ?? []).map((event: Json) => ({
      name: event.name,
      timestamp: toNanoseconds(event.timestamp),
      attributes: event.attributes,
    })),
    links: (span.links ?? []).map((link: Json) => ({
      trace_id: link.trace_id,
      span_id: link.span_id,
      attributes: flatten(link.attributes, '', {}),
    })),
    resource: span.resource.attributes,
  };
}

describeWithBackend(
  'an application instrumented with the OpenTelemetry Python SDK',
  'OTEL_PYTHON_PATH',
  (PYTHONPATH) => {
    it.each(['http', 'grpc'])(
      'reads back exactly what it sent over %s, field by field',
      async (transport) => {
        const spanhouse = await startSpanhouse(newDataDir(), {
          OTLP_GRPC_PORT: String(await freePort()),
        });
        const endpoint = transport === 'grpc' ? spanhouse.grpcUrl : `${spanhouse.url}/v1/traces`;
        const { stdout } = await promisify(execFile)('python3', [script, endpoint, transport], {
          env: { ...process.env, PYTHONPATH },
          maxBuffer: 64 * 1024 * 1024,
        });
        const sent: Json[] = parseExact(stdout);

        const traceIds = [...new Set(sent.map((span) => span.trace_id))];
        const headers = consistentWith(await receiptsOfEveryPartition(spanhouse.url));
        const response = await fetch(`${spanhouse.url}/spans/?trace_ids=${traceIds.join(',')}`, {
          headers,
        });
        const { spans } = parseExact(await response.text());
        await spanhouse.stop();

        const byId = (spansOf: Json[]) => new Map(spansOf.map((span) => [span.span_id, span]));
        expect(byId(spans.map(asSent))).toEqual(byId(sent));
      },
    );
  },
);
