import type { DroppedSpan } from '../submission/dropped-span.js';
import { decodeOtlpAnswer } from '../testing/otlp.js';
import { encodeExportResponse, encodeRpcStatus } from './export-response.js';

function dropped(count: number): DroppedSpan[] {
  return Array.from({ length: count }, (_, index) => ({
    trace_id: '5b8efff798038103d269b633813fc60c',
    span_id: 'eee19b7ec3c1b175',
    index,
    code: 'invalid_enum',
    message: '99 is no span kind.',
  }));
}

function jsonOf(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString());
}

describe('encodeExportResponse', () => {
  it('is empty when nothing is refused', () => {
    expect(encodeExportResponse([], 'protobuf')).toHaveLength(0);
    expect(jsonOf(encodeExportResponse([], 'json'))).toEqual({});
  });

  it('names the refused spans in the same way in both encodings', () => {
    const partialSuccess = {
      rejectedSpans: '1',
      errorMessage:
        '1 span refused: 5b8efff798038103d269b633813fc60c/eee19b7ec3c1b175 invalid_enum',
    };

    expect(jsonOf(encodeExportResponse(dropped(1), 'json'))).toEqual({ partialSuccess });
    expect(
      decodeOtlpAnswer('ExportTraceServiceResponse', encodeExportResponse(dropped(1), 'protobuf')),
    ).toEqual({ partialSuccess });
  });

  it('names only the first of many spans, and writes a question mark for a missing id', () => {
    const many = [{ index: 0, code: 'invalid_span', message: '' } as const, ...dropped(100_000)];

    const answer = decodeOtlpAnswer(
      'ExportTraceServiceResponse',
      encodeExportResponse(many, 'protobuf'),
    );

    expect(answer).toMatchObject({
      partialSuccess: {
        rejectedSpans: '100001',
        errorMessage: expect.stringMatching(
          /^100001 spans refused: \?\/\? invalid_span, .{1,900}, …$/,
        ),
      },
    });
  });
});

describe('encodeRpcStatus', () => {
  it('is a google.rpc.Status in both encodings', () => {
    const status = { code: 8, message: 'OTLP batch size exceeds 64MB limit.' };

    expect(jsonOf(encodeRpcStatus(status, 'json'))).toEqual(status);
    expect(decodeOtlpAnswer('RpcStatus', encodeRpcStatus(status, 'protobuf'))).toEqual(status);
  });

  it('states to gRPC clients when to retry', () => {
    const status = { code: 14, message: 'busy', retryAfterSeconds: 300 };

    const answer = decodeOtlpAnswer('RpcStatus', encodeRpcStatus(status, 'protobuf'));

    expect(answer).toMatchObject({
      details: [{ typeUrl: 'type.googleapis.com/google.rpc.RetryInfo' }],
    });
    const [{ value }] = (answer as { details: [{ value: Uint8Array }] }).details;
    expect(decodeOtlpAnswer('RetryInfo', value)).toEqual({ retryDelay: { seconds: '300' } });
  });
});
