import type { CanonicalSpan } from '@spanhouse/span-schema';
import { aCanonicalSpan, anyCanonicalSpan } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import { type DecodedRow, decodeColumns } from './decode-columns.js';
import { decodeSpanRows, splitRows } from './decode-span-row.js';
import { SpanRowEncoder } from './encode-span-row.js';
import { PRESENT } from './present.js';
import { columnsOfVersion, type SpanColumnName } from './row-layout.js';
import { ROW_SCHEMA_VERSION } from './row-schema-version.js';
import { anyRowContext, aRowContext, expectedStoredSpan } from './testing/index.js';

const ALL_COLUMNS = columnsOfVersion(ROW_SCHEMA_VERSION).map(({ name }) => name);

function rowOf(members: Partial<CanonicalSpan>): DecodedRow<SpanColumnName> {
  const encoder = new SpanRowEncoder();
  encoder.encode(aCanonicalSpan(members), aRowContext());
  const [row] = decodeColumns(ALL_COLUMNS, encoder.take());
  if (row === undefined) {
    throw new Error('no row');
  }
  return row;
}

const rowOfAttributes = (attributes: CanonicalSpan['attributes']) => rowOf({ attributes });

describe('SpanRowEncoder', () => {
  it('gives back every span it encoded', () => {
    const encoder = new SpanRowEncoder();
    fc.assert(
      fc.property(
        fc.array(anyCanonicalSpan(), { minLength: 1, maxLength: 4 }),
        anyRowContext(),
        (spans, context) => {
          const lengths = spans.map((span) => encoder.encode(span, context));

          const rows = encoder.take();

          expect(decodeSpanRows(rows, ROW_SCHEMA_VERSION)).toEqual(
            spans.map((span) => expectedStoredSpan(span, context)),
          );
          let end = 0;
          expect(splitRows(rows, ROW_SCHEMA_VERSION)).toEqual(
            lengths.map((length) => (end += length)),
          );
        },
      ),
    );
  });

  it('tells an empty member from an absent one', () => {
    const empty = rowOf({ status_message: '', user_id: '', flags: 0, scope: { name: '' } });
    const absent = rowOf({});

    expect(empty.present & (PRESENT.status_message | PRESENT.user_id)).toBe(
      PRESENT.status_message | PRESENT.user_id,
    );
    expect(empty.present & (PRESENT.flags | PRESENT.scope_name)).toBe(
      PRESENT.flags | PRESENT.scope_name,
    );
    expect(absent.present).toBe(PRESENT.duration_ms);
  });

  it('keeps resource and scope of each span, shared or not', () => {
    const resource = { attributes: { 'service.name': 'shop' } };
    const scope = { name: 'demo', version: '1.2.0' };
    const encoder = new SpanRowEncoder();
    const spans = [
      aCanonicalSpan({ resource, scope }),
      aCanonicalSpan({ resource, scope: { name: 'other' } }),
      aCanonicalSpan(),
      aCanonicalSpan({ resource, scope }),
    ];
    for (const span of spans) {
      encoder.encode(span, aRowContext());
    }

    const rows = decodeColumns(ALL_COLUMNS, encoder.take());

    expect(rows.map((row) => [row.service_name, row.scope_name, row.scope_version])).toEqual([
      ['shop', 'demo', '1.2.0'],
      ['shop', 'other', ''],
      ['', '', ''],
      ['shop', 'demo', '1.2.0'],
    ]);
  });

  it('promotes metrics and marks which were there', () => {
    const row = rowOf({
      metrics: {
        duration: { cumulative: 12.345 },
        errors: { incremental: 0, cumulative: 2 },
        tokens: { incremental: { prompt: 3, total: 2n ** 60n }, cumulative: { total: 9 } },
        costs: { incremental: { completion: 0.25, total: 'none' } },
      },
      submitted_cumulative: { errors: 7, tokens: { total: 11 }, costs: { prompt: 0.5 } },
      events: [{ name: 'exception', timestamp: 1n }],
    });

    expect(row).toMatchObject({
      duration_ms: 12.345,
      errors_incremental: 0,
      errors_cumulative: 2,
      tokens_prompt_incremental: 3,
      tokens_completion_incremental: 0,
      tokens_total_incremental: 2 ** 60,
      tokens_total_cumulative: 9,
      costs_completion_incremental: 0.25,
      costs_total_incremental: 0,
      submitted_errors: 7,
      submitted_tokens_total: 11,
      submitted_costs_prompt: 0.5,
    });
    expect(row.present).toBe(
      PRESENT.duration_ms |
        PRESENT.errors_incremental |
        PRESENT.errors_cumulative |
        PRESENT.tokens_prompt_incremental |
        PRESENT.tokens_total_incremental |
        PRESENT.tokens_total_cumulative |
        PRESENT.costs_completion_incremental |
        PRESENT.exception_event,
    );
  });

  it('names the model that answered before the one that was asked for', () => {
    const request = { model: 'asked' };

    expect(
      rowOfAttributes({ ag: { data: {}, meta: { request, response: { model: 'answered' } } } })
        .model,
    ).toBe('answered');
    expect(
      rowOfAttributes({ ag: { data: {}, meta: { request, response: { model: '' } } } }).model,
    ).toBe('asked');
    expect(rowOfAttributes({ ag: { data: { parameters: { model: 'set' } } } }).model).toBe('set');
  });

  it('takes the first rows and keeps the rest', () => {
    const encoder = new SpanRowEncoder();
    const [first, second] = ['first', 'second'].map((span_name) =>
      encoder.encode(aCanonicalSpan({ span_name }), aRowContext()),
    );

    const head = encoder.take(first);

    expect(decodeSpanRows(head, ROW_SCHEMA_VERSION)[0]?.span_name).toBe('first');
    expect(encoder.byteLength).toBe(second);
    encoder.encode(aCanonicalSpan({ span_name: 'third' }), aRowContext());
    expect(
      decodeSpanRows(encoder.take(), ROW_SCHEMA_VERSION).map(({ span_name }) => span_name),
    ).toEqual(['second', 'third']);
    expect(encoder.byteLength).toBe(0);
  });

  it('forgets a row that turns out to be too large', () => {
    const encoder = new SpanRowEncoder();
    const kept = encoder.encode(aCanonicalSpan({ span_name: 'kept' }), aRowContext());
    encoder.encode(aCanonicalSpan({ span_name: 'x'.repeat(1_000_000) }), aRowContext());

    encoder.truncate(kept);

    expect(decodeSpanRows(encoder.take(), ROW_SCHEMA_VERSION)).toHaveLength(1);
  });

  it('appends nothing when it throws', () => {
    const encoder = new SpanRowEncoder();
    const cyclic: CanonicalSpan['attributes'] = { leaf: 'entered before the fault' };
    cyclic['self'] = cyclic;

    expect(() => encoder.encode(aCanonicalSpan({ attributes: cyclic }), aRowContext())).toThrow();

    encoder.encode(aCanonicalSpan(), aRowContext());
    const rows = encoder.take();
    expect(decodeSpanRows(rows, ROW_SCHEMA_VERSION)).toHaveLength(1);
    expect(decodeColumns(ALL_COLUMNS, rows)[0]?.string_attributes.size).toBe(0);
  });
});
