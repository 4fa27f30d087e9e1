import { readOtlpJson } from '../otlp/json/decode-json.js';
import { readOtlpProtobuf } from '../otlp/protobuf/decode-protobuf.js';
import { decodeToOtlpJson } from '../testing/encode-otlp.js';
import { goldenOf, readGolden, readRecording, recordedRequests } from '../testing/otlp-goldens.js';

const RECEIVED_AT = 1_777_629_700_000_000_000n;

describe.each(recordedRequests())('the recording %s', (name) => {
  it('becomes the spans of its golden file', () => {
    const result = readOtlpProtobuf(readRecording(name), RECEIVED_AT);

    expect(result).toMatchObject({ status: 'read', dropped: [], failedAdapters: [] });
    const actual = goldenOf(result);
    expect(actual).toBe(readGolden(name, actual));
  });

  it('becomes the same spans through OTLP JSON', () => {
    const recording = readRecording(name);

    const result = readOtlpJson(decodeToOtlpJson(recording), RECEIVED_AT);

    expect(goldenOf(result)).toBe(goldenOf(readOtlpProtobuf(recording, RECEIVED_AT)));
  });
});
