import { randomUUID } from 'node:crypto';
import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger, describeWithBackend } from '@spanhouse/service-runtime/testing';
import {
  type CanonicalSpan,
  checkFiltering,
  createFilterPredicate,
  type FilterableSpan,
  type FilterExpression,
  type JsonObject,
  parseFiltering,
} from '@spanhouse/span-schema';
import { anyFilterableSpan, anyFiltering } from '@spanhouse/span-schema/testing';
import { createTraceReader, type TraceReader } from '@spanhouse/trace-store/reader';
import {
  aContext,
  aSpan,
  blockOfBytes,
  createTestDatabase,
  encodeRows,
  START_NS,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter, type SpanWriter } from '@spanhouse/trace-store/writer';
import fc from 'fast-check';

const signal = new AbortController().signal;
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** In the fixed beginning of a row: project_id, received_at, created_at, created_by_id, updated_at, updated_by_id. */
const CREATED_AT = 24;
const UPDATED_AT = 48;
const UPDATED_BY_ID = 56;

describeWithBackend('Filters in ClickHouse', 'CLICKHOUSE_URL', (url) => {
  let database: TestDatabase;
  let writer: SpanWriter;
  let reader: TraceReader;

  beforeAll(async () => {
    database = await createTestDatabase(url);
    const logger = createSilentLogger();
    writer = createSpanWriter(database.config, { logger });
    reader = createTraceReader(database.config, { logger, clock: systemClock });
  });
  afterAll(async () => {
    await writer.close();
    await reader.close();
    await database.drop();
  });

  const found = async (project_id: string, filter: FilterExpression | undefined) => {
    const { spans } = await reader.listSpans(
      {
        project_id,
        filter,
        oldest: undefined,
        newest: undefined,
        order: 'ascending',
        ratePercent: undefined,
        snapshot: [],
        limit: 100,
        after: undefined,
      },
      signal,
    );
    return spans.map(idOf);
  };

  it('select exactly the spans that the predicate accepts', async () => {
    const anySpans = fc.uniqueArray(anyFilterableSpan(), { selector: idOf, minLength: 1 });
    const anyFilters = fc.array(anyFiltering(), { minLength: 8, maxLength: 8 });

    await fc.assert(
      fc.asyncProperty(anySpans, anyFilters, async (generated, filters) => {
        const project_id = randomUUID();
        const spans = generated.map(asStored);
        const rows = spans.map((span) => encodeFilterable(span, project_id));
        expect(await writer.write(blockOfBytes(rows), signal)).toEqual({ status: 'written' });

        for (const json of filters) {
          const filter = toExpression(json);
          const accepted = spans.filter(createFilterPredicate(filter)).map(idOf);
          expect(new Set(await found(project_id, filter))).toEqual(new Set(accepted));
        }
      }),
      { numRuns: 40, interruptAfterTimeLimit: 40_000 },
    );
  }, 120_000);

  it('bind every text as it is', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('\0', '\\', "'", '\n\t\r', '\\N', '{p1:String}', '%', '[1]', "a'b\\'c"),
    );

    await fc.assert(
      fc.asyncProperty(anyText, fc.array(anyText, { maxLength: 3 }), async (name, others) => {
        const project_id = randomUUID();
        const span = aSpan({ span_name: name });
        const rows = encodeRows([{ span, context: aContext({ project_id }) }]);
        await writer.write(blockOfBytes([rows]), signal);
        const long = ['x'.repeat(10_000), ...others];
        const field = 'span_name' as const;

        const hits = await Promise.all([
          found(project_id, { kind: 'equals_any', field, values: [name] }),
          found(project_id, { kind: 'equals_any', field, values: [...long, name] }),
          found(project_id, {
            kind: 'text',
            field,
            match: 'contains',
            operand: name,
            isCaseSensitive: true,
          }),
          found(project_id, {
            kind: 'text',
            field,
            match: 'contains',
            operand: name.toLowerCase(),
            isCaseSensitive: false,
          }),
        ]);
        const misses = await found(project_id, {
          kind: 'equals_any',
          field,
          values: long.filter((other) => other !== name),
        });

        expect(hits).toEqual(hits.map(() => [idOf(span)]));
        expect(misses).toEqual([]);
      }),
      { numRuns: 40, interruptAfterTimeLimit: 40_000 },
    );
  }, 120_000);
});

function idOf({ trace_id, span_id }: { readonly trace_id: string; readonly span_id: string }) {
  return `${trace_id} ${span_id}`;
}

function toExpression(json: JsonObject): FilterExpression | undefined {
  const parsed = parseFiltering(json, ['body']);
  const checked = parsed.status === 'parsed' ? checkFiltering(parsed.filtering) : parsed;
  if (checked.status !== 'checked') {
    throw new Error(`not a filter: ${JSON.stringify(json)}`);
  }
  return checked.expression;
}

/** As a row can hold it: an update has a time and a user, and the time is never 0. */
function asStored(span: FilterableSpan): FilterableSpan {
  return span.updated_at === undefined || span.updated_at === 0n
    ? { ...span, updated_at: undefined, updated_by_id: undefined }
    : { ...span, updated_by_id: span.updated_by_id ?? NOBODY };
}

function encodeFilterable(span: FilterableSpan, project_id: string): Uint8Array {
  const { service_name, scope_name, scope_version, created_at, created_by_id } = span;
  const { updated_at = 0n, updated_by_id = NOBODY, ...members } = span;
  const canonical = {
    ...aSpan(),
    ...members,
    resource:
      service_name === undefined ? undefined : { attributes: { 'service.name': service_name } },
    scope: {
      ...(scope_name !== undefined && { name: scope_name }),
      ...(scope_version !== undefined && { version: scope_version }),
    },
  } as CanonicalSpan;
  const context = aContext({ project_id, created_by_id, received_at: START_NS });
  const row = Buffer.from(encodeRows([{ span: canonical, context }]));
  row.writeBigInt64LE(created_at, CREATED_AT);
  row.writeBigInt64LE(updated_at, UPDATED_AT);
  Buffer.from(updated_by_id.replaceAll('-', ''), 'hex')
    .subarray(0, 8)
    .reverse()
    .copy(row, UPDATED_BY_ID);
  Buffer.from(updated_by_id.replaceAll('-', ''), 'hex')
    .subarray(8)
    .reverse()
    .copy(row, UPDATED_BY_ID + 8);
  return row;
}
