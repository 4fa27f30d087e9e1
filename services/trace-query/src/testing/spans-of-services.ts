import type { CanonicalSpan } from '@spanhouse/span-schema';
import { takeInOtlp } from './intake.js';

/** A short description of a span. */
export interface ServiceSpan {
  readonly trace: string;
  readonly id: string;
  /** Value of `service.name` in OTLP/JSON. If it is absent, the span has no service. */
  readonly service?: object;
  readonly name?: string;
  /** Start of the span, in seconds after 2026-05-01T10:00:00Z. */
  readonly at?: number;
  /** Number of the span kind in OTLP. */
  readonly kind?: number;
  /** Additional members of the span in OTLP/JSON. */
  readonly more?: object;
}

/** Spans without a usable service name: the name is absent, empty, or not a string. */
export const withoutService: readonly ServiceSpan[] = [
  {},
  { service: { stringValue: '' } },
  { service: { intValue: '5' } },
].map((members) => ({ trace: '1', id: '1', name: 'op', ...members }));

const T0_S = 1_777_629_600;

/** Returns ingested spans that match the descriptions. Each lasts one millisecond. */
export function spansOfServices(...described: readonly ServiceSpan[]): readonly CanonicalSpan[] {
  const resourceSpans = described.map(
    ({ trace, id, service, name = 'x', at = 0, kind = 0, more = {} }) => {
      const attributes = service === undefined ? [] : [{ key: 'service.name', value: service }];
      const span = {
        traceId: trace.padStart(32, '0'),
        spanId: id.padStart(16, '0'),
        name,
        kind,
        startTimeUnixNano: `${T0_S + at}000000000`,
        endTimeUnixNano: `${T0_S + at}001000000`,
        ...more,
      };
      return { resource: { attributes }, scopeSpans: [{ spans: [span] }] };
    },
  );
  return takeInOtlp({ resourceSpans });
}
