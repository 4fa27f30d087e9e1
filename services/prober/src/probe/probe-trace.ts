import type { SpanKind, SpanStatusCode } from '@spanhouse/span-schema';

/** The service name of every probe. Users can exclude it from dashboards and filters. */
export const probeService = 'spanhouse-prober';
/** The prefix of a probe's own attributes. Attributes that a system adds have other prefixes. */
export const probePrefix = 'spanhouse.probe.';
/** The attribute that identifies a probe. All spans of the probe have the same value, which no other trace has. */
export const probeIdKey = `${probePrefix}id`;

export type ProbeValue = string | boolean | number | bigint;

/** A span as it is sent. Times are nanoseconds since the epoch. */
export interface ProbeSpan {
  readonly span_id: string;
  readonly parent_id?: string;
  readonly span_name: string;
  readonly span_kind: SpanKind;
  readonly start_time: bigint;
  readonly end_time: bigint;
  readonly status_code: SpanStatusCode;
  readonly status_message?: string;
  readonly attributes: Readonly<Record<string, ProbeValue>>;
  readonly event?: { readonly name: string; readonly timestamp: bigint };
}

/** A trace with new ids. The first span is the root. */
export interface ProbeTrace {
  /** The value of the attribute `probeIdKey`. */
  readonly id: string;
  readonly trace_id: string;
  readonly spans: readonly [ProbeSpan, ...ProbeSpan[]];
}

/**
 * The kind of values that a protocol supports: `typed` = nanoseconds and typed values, `text` = microseconds and
 * strings.
 */
export type ProbeForm = 'typed' | 'text';

export interface ProbeOrigin {
  readonly nowNs: bigint;
  readonly random: (bytes: number) => Uint8Array;
}

const NS_PER_US = 1000n;
/**
 * Time between the start of a probe's root span and the write. It is longer than the root span, so that every span ends
 * before it is sent.
 */
const AGE_NS = 20_000_000n;
/** Duration of the root in whole milliseconds, because analytics show no fractions. */
export const rootDurationMs = 8;
const ROOT_NS = 8_000_000n;

/**
 * Creates a trace of three spans: a call, a failed part of the call with an event, and a step of that part. The trace
 * contains the values that stores and encodings damage most easily: nanoseconds, an integer above 2^53, a fraction, and
 * characters outside ASCII and outside the basic plane.
 */
export function createProbeTrace(form: ProbeForm, { nowNs, random }: ProbeOrigin): ProbeTrace {
  const hex = (bytes: number) => Buffer.from(random(bytes)).toString('hex');
  const id = hex(8);
  const whole = (ns: bigint) => (form === 'text' ? ns - (ns % NS_PER_US) : ns);
  const from = whole(nowNs - AGE_NS);
  const at = (offset: bigint) => from + whole(offset);
  const attributes = inForm(form, valuesOf(id));
  const [root, call, step] = [hex(8), hex(8), hex(8)];
  return {
    id,
    trace_id: hex(16),
    spans: [
      {
        span_id: root,
        span_name: 'probe größe ✓',
        span_kind: 'SPAN_KIND_SERVER',
        start_time: at(0n),
        end_time: at(ROOT_NS),
        status_code: 'STATUS_CODE_OK',
        attributes,
      },
      {
        span_id: call,
        parent_id: root,
        span_name: 'probe call',
        span_kind: 'SPAN_KIND_CLIENT',
        start_time: at(1_000_001n),
        end_time: at(6_000_013n),
        status_code: 'STATUS_CODE_ERROR',
        status_message: 'a probe fails on purpose',
        attributes,
        event: { name: 'probe event', timestamp: at(3_000_007n) },
      },
      {
        span_id: step,
        parent_id: call,
        span_name: 'probe step',
        span_kind: 'SPAN_KIND_INTERNAL',
        start_time: at(2_000_003n),
        end_time: at(5_000_011n),
        status_code: 'STATUS_CODE_OK',
        attributes,
      },
    ],
  };
}

function valuesOf(id: string): Readonly<Record<string, ProbeValue>> {
  return {
    [probeIdKey]: id,
    [`${probePrefix}text`]: 'grün "✓" 😀\n2',
    [`${probePrefix}integer`]: 9_007_199_254_740_993n,
    [`${probePrefix}double`]: 0.1,
    [`${probePrefix}flag`]: true,
  };
}

function inForm(form: ProbeForm, values: Readonly<Record<string, ProbeValue>>) {
  const entries = Object.entries(values);
  return form === 'typed'
    ? values
    : Object.fromEntries(entries.map(([key, value]) => [key, String(value)]));
}
