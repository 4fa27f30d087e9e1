import {
  type CanonicalSpan,
  type JsonObject,
  type JsonValue,
  MAX_TIME_NS,
} from '@spanhouse/span-schema';
import { aSpan, START_NS } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { traceIds } from './any-history.js';

export const MINUTE_NS = 60_000_000_000n;

function spanIdOf(span: number) {
  return (span + 1).toString(16).padStart(16, '0');
}

function annotationOf(...traces: readonly number[]): Partial<CanonicalSpan> {
  const links = traces.map((trace) => ({ trace_id: traceIds[trace] ?? '', span_id: spanIdOf(0) }));
  return { trace_type: 'annotation', links };
}

const long = 'long '.repeat(60);

/** Generates spans with few traces and few values, so that values often coincide. */
export function anyMeasuredSpan(): fc.Arbitrary<CanonicalSpan> {
  return fc
    .record({
      trace_id: fc.constantFrom(...traceIds),
      span: fc.nat(3),
      parent: fc.constantFrom(undefined, undefined, 0, 1, 9),
      start: fc.oneof(
        fc.bigInt({ min: 0n, max: 3n }),
        fc.constantFrom(
          MINUTE_NS,
          3n * MINUTE_NS,
          -START_NS - 5n,
          MAX_TIME_NS - START_NS - MINUTE_NS,
        ),
      ),
      lasts: fc.constantFrom(0n, 1_000_000n, 2_500_000n),
      attributes: anyAttributes(),
      counts: anyCounts(),
      has_type_span: fc.boolean(),
      exceptions: fc.constantFrom(0, 0, 1, 2),
      has_mapped_usage: fc.boolean(),
      status_code: fc.constantFrom('STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR'),
      status_message: fc.constantFrom(undefined, undefined, '', 'slow'),
      resource: fc.constantFrom(
        undefined,
        { attributes: {} },
        { attributes: { 'service.name': '' } },
        { attributes: { 'service.name': 'shop' } },
        { attributes: { 'service.name': 7 } },
      ),
      scope: fc.constantFrom(undefined, { name: 'a' }, { name: 'b' }, { name: 'c', version: '1' }),
      annotation: fc.constantFrom({}, {}, annotationOf(0, 1), annotationOf(1, 2, 3)),
      references: fc.constantFrom(undefined, [{ slug: 'app' }]),
      otherEvent: fc.boolean(),
    })
    .map(
      ({ span, parent, start, lasts, counts, exceptions, annotation, otherEvent, ...members }) => {
        const start_time = START_NS + start;
        const names = [...Array(exceptions).fill('exception'), ...(otherEvent ? ['other'] : [])];
        const attributes = { name: 'exception' };
        const events = names.map((name) => ({ name, timestamp: start_time, attributes }));
        return aSpan({
          span_id: spanIdOf(span),
          parent_id: parent === undefined ? undefined : spanIdOf(parent),
          span_type: span === 0 ? 'workflow' : 'llm',
          start_time,
          end_time: start_time + lasts,
          ...members,
          ...counts,
          metrics: {
            ...counts.metrics,
            duration: lasts === 0n ? {} : { cumulative: Number(lasts) / 1e6 },
            errors: exceptions === 0 ? {} : { incremental: exceptions },
          },
          events: events.length === 0 ? undefined : events,
          ...annotation,
        });
      },
    );
}

const values: readonly JsonValue[] = [
  0,
  1,
  2.5,
  -0.0001,
  9_007_199_254_740_993n,
  true,
  false,
  null,
  '',
  'a',
  'B "quoted" ä😀',
  long,
  `${long}!`,
  [],
  ['a', 'b', 'a', 1, null],
  [long],
  {},
  { b: 1 },
  { 'b.c': 'x', b: { d: 1 } },
];

const anyModel = fc.constantFrom(
  ...[
    {},
    {},
    { model: 'm' },
    { model: 'é "quoted"' },
    { model: '' },
    { model: 7 },
    { model: null },
  ],
);

function anyAttributes(): fc.Arbitrary<JsonObject> {
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
  return fc
    .record({
      value: maybe(fc.constantFrom(...values)),
      number: maybe(fc.constantFrom(0, -0, 1, 2, 2.5, 3, 1e300, -7)),
      session: maybe(fc.constantFrom('', 's1', 's2', 'ä "s"\u0000', long, `${long}!`)),
      user: maybe(fc.constantFrom('u1', 'u2')),
      many: fc.boolean(),
      response: maybe(fc.constantFrom('', 'r1', 'r2', long, 7)),
      models: fc.tuple(anyModel, anyModel, anyModel),
      hasOutputs: fc.boolean(),
      hasException: fc.boolean(),
    })
    .map(({ value, number, session, user, many, response, models, ...has }) => ({
      ...(value !== undefined && { value }),
      ...(number !== undefined && { number }),
      // There are more leaves than the key columns hold, so only the attributes JSON contains all of them.
      ...(many && { many: Array.from({ length: 12 }, () => Array(100).fill(0)) }),
      ag: {
        data: {
          ...(value !== undefined && { inputs: { value } }),
          ...(has.hasOutputs && { outputs: value ?? null }),
          parameters: models[0],
        },
        ...(has.hasException && { exception: { type: 'e' } }),
        ...(session !== undefined && { session: { id: session } }),
        ...(user !== undefined && { user: { id: user } }),
        meta: {
          request: models[1],
          response: { ...models[2], ...(response !== undefined && { id: response }) },
        },
      },
    }));
}

function anyCounts(): fc.Arbitrary<Pick<CanonicalSpan, 'metrics' | 'submitted_cumulative'>> {
  const group = fc.constantFrom<JsonObject | undefined>(
    undefined,
    undefined,
    { prompt: 3, completion: 1, total: 4 },
    { total: 2 },
    { prompt: 0, cached: 5 },
  );
  const empty = { duration: {}, errors: {} };
  return fc
    .record({
      tokens: group,
      costs: group,
      sentTokens: group,
      sentCosts: group,
      errors: fc.constantFrom(undefined, 0, 2),
    })
    .map(({ tokens, costs, sentTokens, sentCosts, errors }) => ({
      metrics: {
        ...empty,
        tokens: {
          ...(tokens && { incremental: tokens }),
          ...(sentTokens && { cumulative: sentTokens }),
        },
        costs: {
          ...(costs && { incremental: costs }),
          ...(sentCosts && { cumulative: sentCosts }),
        },
      },
      submitted_cumulative: {
        ...(sentTokens && { tokens: sentTokens }),
        ...(sentCosts && { costs: sentCosts }),
        ...(errors !== undefined && { errors }),
      },
    }));
}
