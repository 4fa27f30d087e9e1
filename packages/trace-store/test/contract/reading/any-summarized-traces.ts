import type { CanonicalSpan, JsonObject } from '@spanhouse/span-schema';
import { aSpan, START_NS } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';

/** One stored version of a span. Values are few, so that they often coincide. */
interface SummarizedWrite {
  readonly trace_id: string;
  readonly span_id: string;
  readonly span: CanonicalSpan;
  /** The order of receipt, which differs from the order of storage. */
  readonly received: number;
  readonly block: 0 | 1;
}

export interface SummarizedHistory {
  readonly writes: readonly SummarizedWrite[];
  /** The traces that are deleted between the two blocks. */
  readonly deleted: readonly string[];
}

export const traceIds = ['1', '2', '3'].map((digit) => digit.repeat(32));
const models = ['demo-model', 'é "quoted"', '', 7, null];
const ids = ['s-1', 'é\u0000', '', 7, null];

function maybe<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return fc.option(value, { nil: undefined });
}

function anyAttributes(): fc.Arbitrary<CanonicalSpan['attributes']> {
  const model = maybe(fc.record({ model: fc.constantFrom(...models) }));
  const actor = maybe(fc.record({ id: fc.constantFrom(...ids) }));
  // Too many leaves to be listed in columns.
  const many = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`key-${at}`, 'a']));
  return fc
    .record({
      request: model,
      response: model,
      parameters: model,
      session: actor,
      user: actor,
      inputs: maybe(fc.jsonValue()),
      outputs: maybe(fc.jsonValue()),
      other: fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, fc.constant(many)),
    })
    .map(({ request, response, parameters, session, user, inputs, outputs, other }) => {
      const data = { inputs, outputs, parameters };
      const ag = { data, meta: { request, response }, session, user };
      const text = JSON.stringify({ other, ag });
      return JSON.parse(text) as JsonObject as CanonicalSpan['attributes'];
    });
}

function anyMembers(): fc.Arbitrary<Partial<CanonicalSpan>> {
  return fc
    .record({
      start: fc.oneof(fc.bigInt({ min: 0n, max: 4n }), fc.constant(90_000_000_000n)),
      length: fc.bigInt({ min: -1n, max: 20n }),
      parent: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
      attributes: anyAttributes(),
      errors: fc.nat(2),
      duration: maybe(fc.constantFrom(0, 1.5, 20)),
      status_code: fc.constantFrom('STATUS_CODE_ERROR' as const, 'STATUS_CODE_OK' as const),
      service: maybe(fc.constantFrom('shop', 'bot')),
      links: maybe(fc.array(fc.constantFrom(...traceIds), { maxLength: 3 })),
    })
    .map(({ start, length, parent, errors, duration, service, links, ...members }) => ({
      ...members,
      start_time: START_NS + start,
      end_time: START_NS + start + length,
      parent_id: parent === undefined ? undefined : spanIdOf(parent),
      trace_type: links === undefined ? 'invocation' : 'annotation',
      links: links?.map((trace_id) => ({ trace_id, span_id: spanIdOf(1) })),
      resource: service === undefined ? undefined : { attributes: { 'service.name': service } },
      metrics: {
        duration: duration === undefined ? {} : { cumulative: duration },
        errors: { incremental: errors },
        tokens: {},
        costs: {},
      },
    }));
}

function spanIdOf(number: number): string {
  return number.toString(16).padStart(16, '0');
}

/** Spans of three traces, many of them sent several times, and deletes. */
export function anySummarizedHistory(): fc.Arbitrary<SummarizedHistory> {
  const write = fc.record({
    trace_id: fc.constantFrom(...traceIds),
    span_id: fc.integer({ min: 1, max: 4 }).map(spanIdOf),
    members: anyMembers(),
    block: fc.constantFrom(0 as const, 1 as const),
    rank: fc.nat(),
  });
  return fc.record({
    writes: fc.array(write, { minLength: 1, maxLength: 14, size: 'max' }).map((all) =>
      all
        .map(({ members, ...place }, at) => ({ ...place, members, at }))
        .toSorted((left, right) => left.rank - right.rank)
        .map(({ members, at: _at, rank: _rank, ...place }, received) => ({
          ...place,
          received,
          span: aSpan({ ...members, trace_id: place.trace_id, span_id: place.span_id }),
        })),
    ),
    deleted: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      fc.uniqueArray(fc.constantFrom(...traceIds), { maxLength: 2 }),
    ),
  });
}
