import type { CanonicalSpan, JsonValue } from '@spanhouse/span-schema';
import { aCanonicalSpan, anyCanonicalSpan } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import type { SpanColumnName } from '../columns/column-table.js';
import { presentBits } from '../columns/column-table.js';
import { columnsOfVersion, ROW_SCHEMA_VERSION } from '../columns/row-schema-version.js';
import { type DecodedRow, decodeColumns } from '../decode/decode-columns.js';
import { decodeSpanRows, splitRows } from '../decode/decode-stored-spans.js';
import { anyRowContext, aRowContext, expectedStoredSpan } from '../testing/index.js';
import { SpanRowEncoder } from './span-row-encoder.js';

const allColumns = columnsOfVersion(ROW_SCHEMA_VERSION).map(({ name }) => name);

function rowOf(members: Partial<CanonicalSpan>): DecodedRow<SpanColumnName> {
  const encoder = new SpanRowEncoder();
  encoder.encode(aCanonicalSpan(members), aRowContext());
  const [row] = decodeColumns(allColumns, encoder.take());
  if (row === undefined) {
    throw new Error('no row');
  }
  return row;
}

function rowOfAttributes(attributes: CanonicalSpan['attributes']) {
  return rowOf({ attributes });
}

describe('SpanRowEncoder', () => {
  it('encodes every span so that decoding returns the same span', () => {
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
            lengths.map((length) => (end += length ?? 0)),
          );
        },
      ),
    );
  });

  it('distinguishes an empty member from an absent one', () => {
    const empty = rowOf({ status_message: '', user_id: '', flags: 0, scope: { name: '' } });
    const absent = rowOf({});

    expect(empty.present & (presentBits.status_message | presentBits.user_id)).toBe(
      presentBits.status_message | presentBits.user_id,
    );
    expect(empty.present & (presentBits.flags | presentBits.scope_name)).toBe(
      presentBits.flags | presentBits.scope_name,
    );
    expect(absent.present).toBe(presentBits.duration_ms | presentBits.nothing_submitted);
  });

  it('keeps the resource and scope of each span, whether or not spans share them', () => {
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

    const rows = decodeColumns(allColumns, encoder.take());

    expect(rows.map((row) => [row.service_name, row.scope_name, row.scope_version])).toEqual([
      ['shop', 'demo', '1.2.0'],
      ['shop', 'other', ''],
      ['', '', ''],
      ['shop', 'demo', '1.2.0'],
    ]);
  });

  it('reads the name and version of the service from the resource if they are strings', () => {
    const withVersion = (version: JsonValue) =>
      rowOf({ resource: { attributes: { 'service.name': 'shop', 'service.version': version } } });

    expect(withVersion('1.2.0')).toMatchObject({ service_name: 'shop', service_version: '1.2.0' });
    expect(withVersion(1.2)).toMatchObject({ service_name: 'shop', service_version: '' });
  });

  it('writes metrics to columns and marks the present ones', () => {
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
      presentBits.duration_ms |
        presentBits.errors_incremental |
        presentBits.errors_cumulative |
        presentBits.tokens_prompt_incremental |
        presentBits.tokens_total_incremental |
        presentBits.tokens_total_cumulative |
        presentBits.costs_completion_incremental |
        presentBits.exception_event,
    );
  });

  it('prefers the model of the response to the model of the request', () => {
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

  it('returns the first rows and keeps the rest', () => {
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

  it('drops rows that are truncated', () => {
    const encoder = new SpanRowEncoder();
    const kept = encoder.encode(aCanonicalSpan({ span_name: 'kept' }), aRowContext());
    encoder.encode(aCanonicalSpan({ span_name: 'x'.repeat(1_000_000) }), aRowContext());

    encoder.truncate(kept ?? 0);

    expect(decodeSpanRows(encoder.take(), ROW_SCHEMA_VERSION)).toHaveLength(1);
  });

  it('stops at the limit of a row and appends nothing', () => {
    const encoder = new SpanRowEncoder();
    const endless = aCanonicalSpan({
      attributes: { list: Array.from({ length: 200_000 }, (_, n) => ({ [`name-${n}`]: n })) },
    });
    let isRead = false;
    Object.defineProperty(endless.attributes, 'last', {
      enumerable: true,
      get: () => {
        isRead = true;
        return 1;
      },
    });
    const kept = encoder.encode(aCanonicalSpan({ span_name: 'kept' }), aRowContext()) ?? 0;

    expect(encoder.encode(endless, aRowContext(), 100_000)).toBeUndefined();

    expect(isRead).toBe(false);
    expect(encoder.byteLength).toBe(kept);
    expect(encoder.encode(aCanonicalSpan({ span_name: 'kept' }), aRowContext(), kept)).toBe(kept);
    expect(
      encoder.encode(aCanonicalSpan({ span_name: 'kept' }), aRowContext(), kept - 1),
    ).toBeUndefined();
    expect(decodeSpanRows(encoder.take(), ROW_SCHEMA_VERSION)).toHaveLength(2);
  });

  it('appends nothing when it throws', () => {
    const encoder = new SpanRowEncoder();
    const cyclic: CanonicalSpan['attributes'] = { leaf: 'entered before the fault' };
    cyclic['self'] = cyclic;

    expect(() => encoder.encode(aCanonicalSpan({ attributes: cyclic }), aRowContext())).toThrow();

    encoder.encode(aCanonicalSpan(), aRowContext());
    const rows = encoder.take();
    expect(decodeSpanRows(rows, ROW_SCHEMA_VERSION)).toHaveLength(1);
    expect(decodeColumns(allColumns, rows)[0]?.string_keys).toBe('');
  });
});
