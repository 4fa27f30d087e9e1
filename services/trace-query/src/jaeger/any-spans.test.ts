import {
  conditionsOf,
  type OtlpScope,
  type OtlpSpan,
  toJaegerProcess,
  toJaegerSpan,
} from '@spanhouse/span-dialects/jaeger';
import { flattenSpanAttributes, textOfValue } from '@spanhouse/span-dialects/spans';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { createFilterPredicate } from '@spanhouse/span-schema/testing';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import { aSpan, toFilterableSpan } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import type { z } from 'zod';
import { toDialectSpan } from '../front-doors/to-dialect-span.js';
import { anyAcceptedSpans } from '../testing/any-accepted-spans.js';
import { store } from '../testing/intake.js';
import type { V1Span } from '../testing/jaeger/ask-jaeger.js';
import { v1 } from '../testing/jaeger/jaeger-shapes.js';
import type { Shown } from '../testing/test-doors.js';
import { writeOtlpTraces } from './traces/get-otlp-traces.js';
import { writeJaegerTraces } from './traces/write-jaeger-trace.js';

type V1Trace = z.infer<typeof v1.traces>['data'][number];
type Attribute = OtlpSpan['attributes'][number];

const kinds = [undefined, 'internal', 'server', 'client', 'producer', 'consumer'];
const noService = 'OTLPResourceNoServiceName';

/** Describes a version 1 span with plain strings. */
function summarizeV1(span: V1Span, { processes }: V1Trace) {
  const { serviceName, tags } = processes[span.processID] ?? { serviceName: '', tags: [] };
  const texts = (list: V1Span['tags']) => list.map(({ key, value }) => `${key}=${value}`).sort();
  return {
    id: span.spanID,
    name: span.operationName,
    startTime: span.startTime,
    duration: span.duration,
    flags: span.flags,
    service: serviceName,
    process: texts(tags),
    tags: texts(span.tags),
    references: span.references.map(({ traceID, spanID }) => `${traceID} ${spanID}`),
    logs: span.logs.map(({ timestamp, fields }) => `${timestamp} ${texts(fields)}`),
  };
}

function textOf(value: Attribute['value']): string {
  const [text = null] = Object.values(value as Record<string, unknown>);
  return typeof text === 'object' && text !== null ? listText(text as Values) : `${text}`;
}

interface Values {
  readonly values: readonly Record<string, string | number | boolean>[];
}

function listText({ values }: Values): string {
  const shown = values.map((value) => {
    const [[type, one] = ['', '']] = Object.entries(value);
    return type === 'stringValue' && !isLarge(one) ? JSON.stringify(one) : String(one);
  });
  return `[${shown.join(',')}]`;
}

/** Returns true for a number that does not fit into 64 bits. OTLP writes such a number as a string. */
function isLarge(value: string | number | boolean): boolean {
  return typeof value === 'string' && /^\d{20,}$/.test(value);
}

/** Describes a version 3 span in the format of `summarizeV1`. */
function summarizeV3(span: OtlpSpan, scope: OtlpScope, resource: OtlpScope) {
  const texts = (list: readonly Attribute[]) =>
    list.map(({ key, value }) => `${key}=${textOf(value)}`).sort();
  const named = resource.attributes.find(({ key }) => key === 'service.name');
  const service = named && textOf(named.value);
  const short = (id: string) => id.replace(/^0{16}/, '');
  const references = [
    ...(span.parentSpanId === undefined ? [] : [`${short(span.traceId)} ${span.parentSpanId}`]),
    ...span.links.map(({ traceId, spanId }) => `${short(traceId)} ${spanId}`),
  ];
  const sent = texts(span.attributes);
  const derived = [
    ...texts(scope.attributes),
    ...ifSaid('otel.scope.name', scope.name),
    ...ifSaid('otel.scope.version', scope.version),
    ...ifSaid('span.kind', kinds[span.kind]),
    ...ifSaid('otel.status_code', [undefined, 'OK', 'ERROR'][span.status.code ?? 0]),
    ...ifSaid('error', span.status.code === 2 ? 'true' : undefined),
    ...ifSaid('otel.status_description', span.status.message),
    ...ifSaid('w3c.tracestate', span.traceState),
    ...ifSaid('otel.dropped_attributes_count', span.droppedAttributesCount?.toString()),
  ];
  const [start, end] = [BigInt(span.startTimeUnixNano), BigInt(span.endTimeUnixNano)];
  return {
    id: span.spanId,
    name: span.name,
    startTime: Number(start / 1000n),
    duration: end > start ? Number((end - start) / 1000n) : 0,
    flags: span.flags,
    service: service || noService,
    process: texts(resource.attributes.filter((one) => !service || one !== named)),
    tags: [...sent, ...derived].sort(),
    references,
    logs: span.events.map(
      ({ timeUnixNano, name, attributes }) =>
        `${BigInt(timeUnixNano) / 1000n} ${[`event=${name}`, ...texts(attributes)].sort()}`,
    ),
  };
}

function ifSaid(key: string, text: string | undefined): readonly string[] {
  return text ? [`${key}=${text}`] : [];
}

function withoutRepeats<Shown extends { readonly tags: readonly string[] }>(shown: Shown) {
  return { ...shown, tags: [...new Set(shown.tags)] };
}

/**
 * Groups spans into traces as the store returns them: each span has one version, and spans are sorted by (start_time,
 * span_id).
 */
function tracesOf(spans: readonly CanonicalSpan[]): readonly WholeTrace[] {
  const versions = new Map(store(spans).map((span) => [span.trace_id + span.span_id, span]));
  const traces = Map.groupBy(versions.values(), ({ trace_id }) => trace_id);
  return [...traces].map(([trace_id, own]) => {
    const held = own.toSorted((left, right) =>
      left.start_time === right.start_time
        ? Number(left.span_id > right.span_id) - 1
        : Number(left.start_time - right.start_time),
    );
    const read = (positions: readonly number[]) =>
      positions.map((position) => held.slice(position, position + 1));
    return { trace_id, nodes: held, held, read };
  });
}

async function parsed(pieces: AsyncIterable<string>): Promise<Shown> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
  }
  return JSON.parse(text);
}

describe('/jaeger on any spans', () => {
  it('shows the same trace in both versions', async () => {
    await fc.assert(
      fc.asyncProperty(anyAcceptedSpans(), async (spans) => {
        for (const trace of tracesOf(spans)) {
          const [shown] = v1.traces.shape.data.parse(await parsed(writeJaegerTraces(oneOf(trace))));
          const { result } = await parsed(writeOtlpTraces(oneOf(trace)));
          const spansOfV3 = result.resourceSpans.flatMap(({ resource, scopeSpans }: Shown) =>
            scopeSpans.flatMap(({ scope, spans: own }: Shown) =>
              own.map((span: OtlpSpan) => summarizeV3(span, scope, resource)),
            ),
          );

          expect(spansOfV3.map(withoutRepeats)).toEqual(
            shown?.spans.map((span) => withoutRepeats(summarizeV1(span, shown))),
          );
        }
      }),
    );
  });

  it('finds a span by the outputs that reads show', () => {
    const data = { outputs: { __default__: 'so' } };
    const [stored] = store([aSpan({ attributes: { ag: { data } } })]);
    const span = stored && toDialectSpan(stored);
    const { holds, preselection } = conditionsOf({ tags: [['ag.data.outputs', 'so']] });

    expect(span && holds(span, false)).toBe(true);
    expect(stored && createFilterPredicate(preselection)(toFilterableSpan(stored))).toBe(true);
  });

  it('finds a span by each of its tags, process tags, log fields and attributes of links', () => {
    fc.assert(
      fc.property(anyAcceptedSpans(), (spans) => {
        for (const stored of store(spans)) {
          const span = toDialectSpan(stored);
          const { tags, logs } = toJaegerSpan(span, false);
          const fields = logs.flatMap((log) => log.fields);
          const ofLinks = span.links.flatMap(({ attributes }) =>
            flattenSpanAttributes(attributes).map(([key, value]) => ({
              key,
              value: textOfValue(value),
            })),
          );
          const shown = [...tags, ...toJaegerProcess(span).tags, ...fields, ...ofLinks];
          for (const { key, value } of shown) {
            const conditions = conditionsOf({ tags: [[key, String(value)]] });
            const preselection =
              conditions.preselection && createFilterPredicate(conditions.preselection);

            expect([key, conditions.holds(span, false)]).toEqual([key, true]);
            expect([key, preselection?.(toFilterableSpan(stored)) ?? true]).toEqual([key, true]);
          }
        }
      }),
    );
  });
});

async function* oneOf(trace: WholeTrace): AsyncGenerator<readonly WholeTrace[]> {
  yield [trace];
}
