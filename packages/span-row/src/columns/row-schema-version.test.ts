import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { aCanonicalSpan } from '@spanhouse/span-schema/testing';
import { decodeColumns } from '../decode/decode-columns.js';
import { decodeSpanRows, splitRows } from '../decode/decode-stored-spans.js';
import { SpanRowEncoder } from '../encode/span-row-encoder.js';
import { aRowContext, encodeEarlierRow, expectedStoredSpan } from '../testing/index.js';
import { columnsOfVersion, ROW_SCHEMA_VERSION } from './row-schema-version.js';

const golden = join(__dirname, '../../test/golden');

/** The spans in every golden file: one with every member set, and one with as few members as possible. */
const goldenSpans: readonly CanonicalSpan[] = [
  aCanonicalSpan({
    parent_id: '53995c3f42cd8ad8',
    trace_type: 'annotation',
    span_type: 'chat',
    has_type_span: true,
    span_kind: 'SPAN_KIND_CLIENT',
    span_name: 'Grüße 😀\u0000',
    end_time: 1_777_629_601_500_000_007n,
    status_code: 'STATUS_CODE_ERROR',
    status_message: '',
    session_id: 'sess-1',
    user_id: 'user-1',
    agent_id: 'agent-1',
    attributes: {
      tier: 'gold',
      list: [1, null, { ok: true }],
      big: 18_446_744_073_709_551_615n,
      ag: {
        data: { inputs: { country: 'Kiribati' }, outputs: 'a "quoted"\nline' },
        meta: { request: { model: 'gpt-4o' } },
      },
    },
    metrics: {
      duration: { cumulative: 1500.001 },
      errors: { incremental: 1, cumulative: 1 },
      tokens: { incremental: { prompt: 3, completion: 4, total: 7 }, cumulative: { total: 7 } },
      costs: { incremental: { total: 0.000123 } },
    },
    submitted_cumulative: { errors: 2, tokens: { prompt: 1, completion: 2, total: 3 } },
    references: [{ slug: 'my-app', attributes: { key: 'application' } }],
    links: [{ trace_id: '0af7651916cd43dd8448eb211c80319c', span_id: 'b7ad6b7169203331' }],
    hashes: [{ id: '42a28c76-83f7-97c7-6ee1-c9bee372fb5a', attributes: { key: 'indirect' } }],
    events: [
      { name: 'exception', timestamp: 1_777_629_601_000_000_001n, attributes: { 'a.b': 1 } },
      { name: 'note', timestamp: 1_777_629_602_000_000_000n, attributes: {} },
    ],
    resource: { attributes: { 'service.name': 'shop' }, schema_url: 'https://example.org/1' },
    scope: { name: 'demo', version: '1.2.0', dropped_attributes_count: 1 },
    trace_state: 'vendor=1',
    flags: 257,
    dropped_attributes_count: 1,
    dropped_events_count: 2,
    dropped_links_count: 3,
    pricing: { table: 'genai-prices', version: '2026-05-01', model: 'gpt-4o' },
  }),
  aCanonicalSpan(),
];

function goldenRows(version: number): Buffer {
  const hex = readFileSync(join(golden, `rows-version-${version}.hex`), 'utf8');
  return Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');
}

function namesOf(version: number) {
  return columnsOfVersion(version).map(({ name }) => name);
}

describe('ROW_SCHEMA_VERSION', () => {
  it('is the version of the rows that the encoder writes', () => {
    const encoder = new SpanRowEncoder();
    for (const span of goldenSpans) {
      encoder.encode(span, aRowContext());
    }

    const rows = Buffer.from(encoder.take());

    expect(rows.toString('hex')).toBe(goldenRows(ROW_SCHEMA_VERSION).toString('hex'));
  });

  it.each(Array.from({ length: ROW_SCHEMA_VERSION }, (_, index) => index + 1))(
    'leaves rows of version %d readable',
    (version) => {
      const rows = goldenRows(version);

      expect(decodeSpanRows(rows, version)).toEqual(
        goldenSpans.map((span) => expectedStoredSpan(span, aRowContext())),
      );
      expect(splitRows(rows, version)).toHaveLength(goldenSpans.length);
    },
  );

  it.each([1, 2] as const)(
    'equals what the model of earlier writers writes in version %d',
    (version) => {
      const rows = goldenSpans.map((span) => encodeEarlierRow(span, aRowContext(), version));

      expect(decodeColumns(namesOf(version), Buffer.concat(rows))).toEqual(
        decodeColumns(namesOf(version), goldenRows(version)),
      );
    },
  );

  it('has a golden file for each version', () => {
    expect(readdirSync(golden)).toHaveLength(ROW_SCHEMA_VERSION);
  });
});
