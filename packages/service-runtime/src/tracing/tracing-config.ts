import { z } from 'zod';

const pairPattern = /^\s*([^\s=]+)\s*=(.*)$/;

/** Parses headers in OpenTelemetry's format: `name=value,name=value`, with percent-encoded values. */
const headers = z.string().transform((text, context) => {
  const parsed: Record<string, string> = {};
  for (const pair of text.split(',')) {
    const [, name, value] = pairPattern.exec(pair) ?? [];
    try {
      if (name === undefined || value === undefined) {
        throw new URIError('no pair');
      }
      parsed[name] = decodeURIComponent(value.trim());
    } catch {
      context.addIssue({
        code: 'custom',
        message: 'must be name=value, or several separated by commas',
      });
      return z.NEVER;
    }
  }
  return parsed;
});

/**
 * Settings of self-tracing, with OpenTelemetry's names. Only the endpoint for traces is read, because the general
 * endpoint is often set for other programs.
 */
export const tracingConfigFields = {
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'OTLP/HTTP endpoint for traces of Spanhouse itself, such as http://host:4318/v1/traces; absent = self-tracing is off',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: headers
    .optional()
    .describe(
      'Headers for exports of these traces: name=value pairs separated by commas, with percent-encoded values',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Fraction of requests and flushes that are traced, from 0 to 1'),
};
