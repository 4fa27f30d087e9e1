import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const NS_PER_SECOND = 1_000_000_000n;
const FRACTION_DIGITS = 9;
const DAY_MS = 86_400_000;

export interface FixtureTag {
  readonly key: string;
  readonly vType: 'STRING' | 'BOOL' | 'INT64' | 'FLOAT64' | 'BINARY';
  readonly vStr?: string;
  readonly vBool?: boolean;
  readonly vInt64?: number;
  readonly vFloat64?: number;
  readonly vBinary?: string;
}

/** A span in the format of Jaeger's fixtures, with ids in base64. */
export interface FixtureSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly operationName: string;
  readonly references: readonly {
    readonly refType: 'CHILD_OF' | 'FOLLOWS_FROM';
    readonly traceId: string;
    readonly spanId: string;
  }[];
  readonly startTime: string;
  /** Duration in nanoseconds, for example `5000ns`. */
  readonly duration: string;
  readonly tags: readonly FixtureTag[];
  readonly process: { readonly serviceName: string; readonly tags: readonly FixtureTag[] };
  readonly logs: readonly { readonly timestamp: string; readonly fields: readonly FixtureTag[] }[];
}

/** A query and the names of the matching traces. */
export interface FixtureQuery {
  readonly Caption: string;
  readonly Query: {
    readonly ServiceName: string;
    readonly OperationName: string;
    readonly Tags: Readonly<Record<string, string | number | boolean>> | null;
    readonly StartTimeMin: string;
    readonly StartTimeMax: string;
    /** Minimum duration in nanoseconds. */
    readonly DurationMin: number;
    readonly DurationMax: number;
    readonly NumTraces: number;
  };
  readonly ExpectedFixtures: readonly string[];
}

/** Reads the spans of a trace. */
export function readTrace(dir: string, name: string): readonly FixtureSpan[] {
  return JSON.parse(readRecent(join(dir, 'traces', `${name}.json`))).spans;
}

export function readQueries(dir: string, file: string): readonly FixtureQuery[] {
  return JSON.parse(readRecent(join(dir, file)));
}

/** Reads a fixture. Replaces the two dates in it with yesterday and the day before, as Jaeger's tests do. */
function readRecent(path: string): string {
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  return readFileSync(path, 'utf8')
    .replaceAll('2017-01-26', day(1))
    .replaceAll('2017-01-25', day(2));
}

/** Parses a time to nanoseconds since 1970. */
export function nanosecondsOf(time: string): bigint {
  const [, whole = '', fraction = ''] = /^([^.]+)(?:\.(\d+))?Z$/.exec(time) ?? [];
  const seconds = BigInt(Date.parse(`${whole}Z`) / 1000);
  return seconds * NS_PER_SECOND + BigInt(fraction.padEnd(FRACTION_DIGITS, '0'));
}

export function hexOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}

/** Converts spans to the body of an OTLP/JSON export request in the same way as the OpenTelemetry Collector. */
export function toOtlp(spans: readonly FixtureSpan[]): object {
  return {
    resourceSpans: spans.map((span) => ({
      resource: {
        attributes: [
          { key: 'service.name', value: { stringValue: span.process.serviceName } },
          ...span.process.tags.map(toAttribute),
        ],
      },
      scopeSpans: [{ spans: [toOtlpSpan(span)] }],
    })),
  };
}

const kinds = ['', 'internal', 'server', 'client', 'producer', 'consumer'];

function toOtlpSpan(span: FixtureSpan): object {
  const start = nanosecondsOf(span.startTime);
  const parent = span.references.find(
    ({ refType, traceId }) => refType === 'CHILD_OF' && traceId === span.traceId,
  );
  const links = span.references.filter((reference) => reference !== parent);
  const kind = span.tags.find(({ key }) => key === 'span.kind')?.vStr ?? '';
  return {
    traceId: hexOf(span.traceId),
    spanId: hexOf(span.spanId),
    ...(parent !== undefined && { parentSpanId: hexOf(parent.spanId) }),
    name: span.operationName,
    kind: kinds.indexOf(kind),
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + BigInt(Number.parseInt(span.duration, 10))),
    attributes: span.tags.filter(({ key }) => key !== 'span.kind').map(toAttribute),
    events: span.logs.map(({ timestamp, fields }) => ({
      timeUnixNano: String(nanosecondsOf(timestamp)),
      attributes: fields.map(toAttribute),
    })),
    links: links.map(({ refType, traceId, spanId }) => ({
      traceId: hexOf(traceId),
      spanId: hexOf(spanId),
      attributes: [{ key: 'opentracing.ref_type', value: { stringValue: refType.toLowerCase() } }],
    })),
  };
}

function toAttribute({ key, vType, ...value }: FixtureTag): object {
  const values = {
    STRING: { stringValue: value.vStr },
    BOOL: { boolValue: value.vBool },
    INT64: { intValue: String(value.vInt64) },
    FLOAT64: { doubleValue: value.vFloat64 },
    BINARY: { bytesValue: value.vBinary },
  };
  return { key, value: values[vType] };
}
