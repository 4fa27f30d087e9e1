import { randomUUID } from 'node:crypto';
import { ROW_SCHEMA_VERSION } from '@spanhouse/span-row';
import type { FilterExpression, JsonObject, JsonValue } from '@spanhouse/span-schema';
import { compileFilter } from '@spanhouse/span-schema/filter-evaluation';
import {
  anyFilterableSpan,
  anyFiltering,
  createFilterPredicate,
  type FilterableSpan,
} from '@spanhouse/span-schema/testing';
import {
  aContext,
  aSpan,
  blockOfBytes,
  describeOnClickHouse,
  encodeRows,
  START_NS,
} from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { sql } from '../../../src/connection/statement.js';
import { filterToSql } from '../../../src/filter/filter-to-sql.js';
import { openWithReader, useOpened } from '../open-clickhouse.js';
import { everything } from '../selecting.js';
import { asStored, encodeFilterable, idOf, toExpression } from './filterable-row.js';

const signal = new AbortController().signal;

/**
 * Moves start times in 1970 close to the other start times. Otherwise, a filtered list would need ten statements for
 * the decades in between.
 */
function withinAnHour(span: FilterableSpan): FilterableSpan {
  return span.start_time === 0n ? { ...span, start_time: START_NS - 1_800_000_000_000n } : span;
}

describeOnClickHouse('Filters', (url, runs) => {
  const used = useOpened(() => openWithReader(url));

  const write = async (project_id: string, spans: readonly FilterableSpan[]) => {
    // Rows of both versions must give the same answers.
    for (const rowSchemaVersion of [1, ROW_SCHEMA_VERSION]) {
      const isOdd = rowSchemaVersion === 1 ? 1 : 0;
      const frames = spans
        .filter((_span, index) => index % 2 === isOdd)
        .map((span) => encodeFilterable(span, project_id, rowSchemaVersion));
      const block = blockOfBytes(frames, { rowSchemaVersion });
      expect(await used.writer.write(block, signal)).toEqual({ status: 'written' });
    }
  };

  const found = async (project_id: string, filter: FilterExpression) => {
    const { spans } = await used.reader.listSpans(
      { ...everything(project_id), filter, order: 'ascending' },
      signal,
    );
    return spans.map(idOf);
  };

  /**
   * Tests each span with each filter, in one statement. The first result is the filter's result. For the second result,
   * the index conditions are also evaluated for every row, as if each row were a separate granule.
   */
  const evaluate = async (project_id: string, filters: readonly FilterExpression[]) => {
    const plain = filters.map((filter) => `toBool(${filterToSql(filter)})`);
    const hinted = plain.map((condition) => condition.replaceAll('indexHint(', '('));
    const conditions = [...plain, ...hinted];
    const { query, query_params } =
      sql`SELECT concat(lower(hex(trace_id)), ' ', lower(hex(span_id))) AS id, [${conditions.join(', ')}] AS results FROM spans WHERE project_id = '${project_id}'`;
    const rows = await used.database.select<{ id: string; results: boolean[] }>(
      query,
      query_params,
    );
    return new Map(rows.map(({ id, results }) => [id, results]));
  };

  it('agree with the predicate and the evaluator on every span', async () => {
    const anySpans = fc.array(anyFilterableSpan(), { minLength: 30, maxLength: 40, size: 'max' });
    const anyFilters = fc.array(anyFiltering(1), { minLength: 12, maxLength: 12 });
    let cases = 0;

    await fc.assert(
      fc.asyncProperty(anySpans, anyFilters, async (generated, jsons) => {
        const project_id = randomUUID();
        const spans = generated.map((span, index) => ({
          ...asStored(span),
          span_id: (index + 1).toString(16).padStart(16, '0'),
        }));
        await write(project_id, spans);
        const filters = jsons.map(toExpression);

        const results = await evaluate(project_id, filters);

        for (const [index, filter] of filters.entries()) {
          const accepts = createFilterPredicate(filter);
          const accepted = spans.filter(accepts).map(idOf);
          const selected = (at: number) => spans.map(idOf).filter((id) => results.get(id)?.[at]);
          const evaluated = spans.filter(compileFilter(filter)).map(idOf);
          const answers = [evaluated, selected(index), selected(filters.length + index)];
          expect([jsons[index], ...answers]).toEqual([jsons[index], accepted, accepted, accepted]);
          cases += spans.length;
        }
      }),
      { numRuns: runs(14), endOnFailure: true },
    );
    expect(cases).toBeGreaterThan(350 * runs(14));
  });

  it('select exactly the spans that the predicate accepts, through all indexes', async () => {
    const anySpans = fc.uniqueArray(anyFilterableSpan(), { selector: idOf, minLength: 1 });
    const anyFilters = fc.array(anyFiltering(), { minLength: 8, maxLength: 8 });

    await fc.assert(
      fc.asyncProperty(anySpans, anyFilters, async (generated, filters) => {
        const project_id = randomUUID();
        const spans = generated.map(asStored).map(withinAnHour);
        await write(project_id, spans);

        for (const json of filters) {
          const filter = toExpression(json);
          const accepted = spans.filter(createFilterPredicate(filter)).map(idOf);
          expect(new Set(await found(project_id, filter))).toEqual(new Set(accepted));
        }
      }),
      { numRuns: runs(8), endOnFailure: true },
    );
  });

  it('bind every text unchanged', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('\0', '\\', "'", '\n\t\r', '\\N', '{p1:String}', '%', '[1]', "a'b\\'c"),
    );

    await fc.assert(
      fc.asyncProperty(anyText, fc.array(anyText, { maxLength: 3 }), async (name, others) => {
        const project_id = randomUUID();
        const span = aSpan({
          span_name: name,
          attributes: { k: { [name]: name }, ag: { data: {} } },
        });
        const rows = encodeRows([{ span, context: aContext({ project_id }) }]);
        await used.writer.write(blockOfBytes([rows]), signal);
        const long = ['x'.repeat(10_000), ...others];
        const field = 'span_name' as const;
        const match = { kind: 'text', match: 'contains' } as const;
        const attribute = { kind: 'attribute', field: 'attributes' } as const;

        const hits = await Promise.all([
          found(project_id, { kind: 'equals_any', field, values: [name] }),
          found(project_id, { kind: 'equals_any', field, values: [...long, name] }),
          found(project_id, { ...match, field, operand: name, isCaseSensitive: true }),
          found(project_id, {
            ...match,
            field,
            operand: name.toLowerCase(),
            isCaseSensitive: false,
          }),
          found(project_id, {
            ...attribute,
            key: 'k',
            test: { kind: 'contains', value: { [name]: name } },
          }),
          found(project_id, {
            ...attribute,
            key: `k.${name}`,
            test: { kind: 'one_of', values: [...long, name] },
          }),
          found(project_id, { ...attribute, key: `k.${name}`, test: { kind: 'exists' } }),
        ]);
        const misses = await found(project_id, {
          kind: 'equals_any',
          field,
          values: long.filter((other) => other !== name),
        });

        expect(hits).toEqual(hits.map(() => [idOf(span)]));
        expect(misses).toEqual([]);
      }),
      { numRuns: runs(15) },
    );
  });

  it('find the lowest integer, sent with all digits or as a double', async () => {
    const project_id = randomUUID();
    const lowest = -(2n ** 63n);
    const spans = [lowest, Number(lowest)].map((n, index) =>
      aSpan({
        span_id: `000000000000000${index + 1}`,
        attributes: { n, ns: [n], ag: { data: {} } },
      }),
    );
    const rows = spans.map((span) => ({ span, context: aContext({ project_id }) }));
    await used.writer.write(blockOfBytes([encodeRows(rows)]), signal);

    for (const value of [lowest, Number(lowest)]) {
      for (const condition of [
        { key: 'n', operator: 'is', value },
        { key: 'n', operator: 'in', value: ['other', value] },
        { key: 'ns', operator: 'in', value: [value], options: { all: true } },
      ]) {
        const filter = toExpression({ conditions: [{ field: 'attributes', ...condition }] });
        expect(await found(project_id, filter)).toEqual(spans.map(idOf));
      }
    }
  });

  it('find the digits of an integer beyond 64 bits, which its row writes with an exponent', async () => {
    const project_id = randomUUID();
    const spans = [1.5e20, [{ id: 1.5e20 }], 'other'].map((n, index) =>
      aSpan({ span_id: `000000000000000${index + 1}`, attributes: { n, ag: { data: {} } } }),
    );
    const [number = '', inList = '', other = ''] = spans.map(idOf);
    const rows = spans.map((span) => ({ span, context: aContext({ project_id }) }));
    await used.writer.write(blockOfBytes([encodeRows(rows)]), signal);
    const foundBy = (operator: string, value: string, options: JsonObject = {}) =>
      found(
        project_id,
        toExpression({ conditions: [{ field: 'attributes', key: 'n', operator, value, options }] }),
      );

    expect(await foundBy('contains', '15000')).toEqual([number, inList]);
    expect(await foundBy('contains', '15000', { case_sensitive: true })).toEqual([number, inList]);
    expect(await foundBy('startswith', '15000')).toEqual([number]);
    expect(await foundBy('contains', '15001')).toEqual([]);
    expect(await foundBy('contains', 'ther')).toEqual([other]);
  });

  it('accept a thousand conditions, long lists and long texts', async () => {
    const project_id = randomUUID();
    const long = 'x'.repeat(200_000);
    const span = aSpan({
      span_name: long,
      attributes: { deep: [[[[{ a: 1 }]]]], ag: { data: {} } },
    });
    await used.writer.write(
      blockOfBytes([encodeRows([{ span, context: aContext({ project_id }) }])]),
      signal,
    );
    const names = Array.from({ length: 1000 }, (_, index) => `name ${index}`);
    const isNot = (value: JsonValue) => ({ field: 'span_name', operator: 'is_not', value });
    const list = Array.from({ length: 9999 }, (_, index) => `a text of some length ${index}`);
    let nested: JsonObject = { field: 'attributes', key: 'deep', value: [[[[{}]]]] };
    for (let level = 0; level < 98; level++) {
      nested = { operator: 'and', conditions: [nested] };
    }

    const filters: JsonObject[] = [
      { conditions: names.map(isNot) },
      { conditions: [{ field: 'span_name', operator: 'in', value: [...list, long] }] },
      { conditions: [{ field: 'attributes', key: 'a', operator: 'not_in', value: list }] },
      nested,
    ];

    for (const filter of filters) {
      expect(await found(project_id, toExpression(filter))).toEqual([idOf(span)]);
    }
  });
});
