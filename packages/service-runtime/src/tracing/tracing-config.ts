import { z } from 'zod';

const PAIR = /^\s*([^\s=]+)\s*=(.*)$/;

/** As OpenTelemetry writes them: `name=value,name=value`, values percent-encoded. */
const headers = z.string().transform((text, context) => {
  const parsed: Record<string, string> = {};
  for (const pair of text.split(',')) {
    const [, name, value] = PAIR.exec(pair) ?? [];
    try {
      if (name === undefined || value === undefined) throw new URIError('no pair');
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

/** Names of OpenTelemetry; the endpoint for traces alone, as the general one is often set for others. */
export const tracingConfigFields = {
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'Where traces of Spanhouse itself are sent, OTLP over HTTP: http://host:4318/v1/traces; absent = none are made',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: headers
    .optional()
    .describe('Headers of what is sent there: name=value, separated by commas, percent-encoded'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of requests and flushes that are traced, 0 to 1'),
};
