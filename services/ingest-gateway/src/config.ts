import {
  authConfigFields,
  ingestRateLimitConfigFields,
  tokenSecretConfigFields,
  toRateLimit,
} from '@spanhouse/api-kit';
import { authenticatorConfigFields, catalogConfigFields } from '@spanhouse/catalog';
import {
  type Config,
  httpConfigFields,
  loggingConfigFields,
  shutdownConfigFields,
  tracingConfigFields,
} from '@spanhouse/service-runtime';
import { kafkaConfigFields } from '@spanhouse/span-log/kafka-config';
import { z } from 'zod';

const MIB = 1024 * 1024;
const count = z.coerce.number().int().positive();
const bytes = count;

/** Settings for request limits in every process that runs the gateway. */
export const gatewayConfigFields = {
  JSON_BODY_LIMIT_BYTES: bytes
    .default(16 * MIB)
    .describe('Maximum size of a JSON request body, before and after decompression'),
  OTLP_BODY_LIMIT_BYTES: bytes
    .default(64 * MIB)
    .describe('Maximum size of an OTLP request body, before and after decompression'),
  SPAN_LIMIT_BYTES: bytes
    .default(8 * MIB)
    .describe('Largest normalised span; larger ones are dropped with the code span_too_large'),
  BODY_MAX_VALUES: count
    .default(25_000_000)
    .describe(
      'Maximum number of JSON values or protobuf fields in a request body; a body with more of them gets 413',
    ),
  GATEWAY_MAX_IN_FLIGHT_BYTES: bytes
    .default(256 * MIB)
    .describe(
      'Limit of the bytes of request bodies in memory. Above it, requests get 503, or 429 if their project is above its share',
    ),
  ...ingestRateLimitConfigFields,
};

/** Settings for the gRPC port, which opens in addition to the HTTP port. */
export const otlpGrpcConfigFields = {
  OTLP_GRPC_PORT: httpConfigFields.HTTP_PORT.unwrap()
    .default(4317)
    .describe('Port for OTLP over gRPC; the default port of exporters; 0 = off'),
};

/** All settings for a gateway that runs as a separate process. */
export const gatewayProcessConfigFields = {
  ...gatewayConfigFields,
  ...authConfigFields,
  ...authenticatorConfigFields,
  ...tokenSecretConfigFields,
  ...catalogConfigFields,
  ...kafkaConfigFields,
  ...httpConfigFields,
  ...otlpGrpcConfigFields,
  ...loggingConfigFields,
  ...shutdownConfigFields,
  ...tracingConfigFields,
};

/** Converts the configuration to the limits for each request; see docs/api/limits.md. */
export function toIngestLimits(config: Config<typeof gatewayConfigFields>) {
  return {
    /** Maximum size of a JSON or Zipkin body, both before and after decompression. */
    jsonBodyBytes: config.JSON_BODY_LIMIT_BYTES,
    /** Maximum size of an OTLP body, both before and after decompression, over HTTP and gRPC. */
    otlpBodyBytes: config.OTLP_BODY_LIMIT_BYTES,
    /** Maximum number of JSON values or protobuf fields in a body. */
    bodyValues: config.BODY_MAX_VALUES,
    /** Maximum size of the encoded row of a span. A larger span is dropped as `span_too_large`. */
    spanBytes: config.SPAN_LIMIT_BYTES,
    /** Maximum total size of the bodies of all requests that are not finished. */
    inFlightBytes: config.GATEWAY_MAX_IN_FLIGHT_BYTES,
    /** Rate limit for a project's requests other than OTLP; absent for a rate of 0. */
    ingestRate: toRateLimit(config.RATE_LIMIT_INGEST_PER_SECOND, config.RATE_LIMIT_INGEST_BURST),
    /** Rate limit for a project's OTLP requests, over HTTP and gRPC together; absent for a rate of 0. */
    otlpRate: toRateLimit(config.RATE_LIMIT_OTLP_PER_SECOND, config.RATE_LIMIT_OTLP_BURST),
  };
}

export type IngestLimits = ReturnType<typeof toIngestLimits>;
