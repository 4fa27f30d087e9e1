import { type HttpRequest, unsupportedMediaType } from '@spanhouse/service-runtime';
import type { OtlpEncoding } from '@spanhouse/span-intake';

/** undefined for a content type that OTLP/HTTP does not have. */
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

export function requireOtlpEncoding(req: HttpRequest): OtlpEncoding {
  const encoding = otlpEncodingOf(req);
  if (encoding === undefined) {
    throw unsupportedMediaType('Unsupported Content-Type.');
  }
  return encoding;
}

export const OTLP_CONTENT_TYPES: Readonly<Record<OtlpEncoding, string>> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
};
