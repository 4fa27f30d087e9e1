import { type HttpRequest, unsupportedMediaType } from '@spanhouse/api-kit';
import type { OtlpEncoding } from '@spanhouse/span-intake';

/** Returns the encoding that a content type names, or `undefined` if OTLP/HTTP does not have it. */
export function otlpEncodingOf(req: HttpRequest): OtlpEncoding | undefined {
  const [type = ''] = (req.headers['content-type'] ?? '').split(';', 1);
  switch (type.trim().toLowerCase()) {
    case '':
    case 'application/x-protobuf':
      return 'protobuf';
    case 'application/json':
      return 'json';
    default:
      return undefined;
  }
}

/** Returns the encoding of a request. Throws the 415 of a content type that OTLP/HTTP does not have. */
export function requireOtlpEncoding(req: HttpRequest): OtlpEncoding {
  const encoding = otlpEncodingOf(req);
  if (encoding === undefined) {
    throw unsupportedMediaType('Unsupported Content-Type.');
  }
  return encoding;
}

/** The content type of an answer, which has the encoding of its request. */
export const otlpContentTypes: Readonly<Record<OtlpEncoding, string>> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
};
