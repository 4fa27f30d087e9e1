import {
  type CanonicalSpan,
  type JsonObject,
  type JsonValue,
  MAX_TIME_NS,
} from '@spanhouse/span-schema';
import { aContext, aSpan, START_NS } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import type { StoredRows } from '../open-clickhouse.js';

/** One stored version of a span. Values are few, so that they often coincide. */
export interface StoredVersion {
  readonly span: CanonicalSpan;
  /** Order of receipt, which differs from the order of storage. */
  readonly received: number;
  readonly block: number;
}

export const MINUTE_NS = 60_000_000_000n;
const PARTITIONS = 2;
const BLOCKS = 4;
const GENERATION = 1n << 48n;
const sampleTraceIds = ['00000000', '00000032', '00000063', 'ffffff00', '0000000a'].map(
  (head, index) => `${head}${'0'.repeat(22)}0${index + 1}`,
);

function spanIdOf(span: number) {
  return (span + 1).toString(16).padStart(16, '0');
}

const long = 'long '.repeat(60);

function partitionOf({ trace_id }: CanonicalSpan) {
  return sampleTraceIds.indexOf(trace_id) % PARTITIONS;
}

export const traceIds: readonly string[] = sampleTraceIds;

export function anyVersions(): fc.Arbitrary<readonly StoredVersion[]> {
  const version = fc.record({ span: anySpan(), block: fc.nat(BLOCKS - 1) });
  return fc.array(version, { minLength: 1, maxLength: 24, size: 'max' }).chain((versions) =>
    fc
      .shuffledSubarray(
        versions.map((_, index) => index),
        { minLength: versions.length },
      )
      .map((order) =>
        versions.map((stored, index) => ({ ...stored, received: order[index] ?? 0 })),
      ),
  );
}

function anySpan(): fc.Arbitrary<CanonicalSpan> {
  return fc
    .record({
      trace: fc.nat(sampleTraceIds.length - 1),
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
    })
    .map(({ trace, span, parent, start, lasts, counts, exceptions, ...members }) => {
      const start_time = START_NS + start;
      const events = Array.from({ length: exceptions }, () => ({
        name: 'exception',
        timestamp: start_time,
      }));
      return aSpan({
        trace_id: sampleTraceIds[trace] ?? '',
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
        events: exceptions === 0 ? undefined : events,
      });
    });
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
    })
    .map(({ value, number, session, user, many, response }) => ({
      ...(value !== undefined && { value }),
      ...(number !== undefined && { number }),
      // More leaves than the maps hold; the others are in the text alone.
      ...(many && { many: Array.from({ length: 12 }, () => Array(100).fill(0)) }),
      ag: {
        data: value === undefined ? {} : { inputs: { value } },
        ...(session !== undefined && { session: { id: session } }),
        ...(user !== undefined && { user: { id: user } }),
        ...(response !== undefined && { meta: { response: { id: response } } }),
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

type PlacedRows = Required<StoredRows>;

/** Returns the blocks in the order of storage: one per partition and block number. */
export function toBlocks(
  versions: readonly StoredVersion[],
  project_id: string,
): readonly PlacedRows[] {
  const blocks: PlacedRows[] = [];
  for (let block = 0; block < BLOCKS; block++) {
    for (let partition = 0; partition < PARTITIONS; partition++) {
      const rows = versions.filter(
        (version) => version.block === block && partitionOf(version.span) === partition,
      );
      if (rows.length > 0) {
        const inputs = rows.map(({ span, received }) => ({
          span,
          context: aContext({ project_id, received_at: START_NS + BigInt(received) }),
        }));
        const logOffset = GENERATION | BigInt(block * 10);
        blocks.push({ rows: inputs, logPartition: partition, logOffset });
      }
    }
  }
  return blocks;
}

/** Any position between the blocks of each partition. */
export function anySnapshot(): fc.Arbitrary<readonly bigint[]> {
  const position = fc.nat(BLOCKS * 10).map((offset) => GENERATION | BigInt(offset));
  return fc.array(position, { minLength: PARTITIONS, maxLength: PARTITIONS });
}
