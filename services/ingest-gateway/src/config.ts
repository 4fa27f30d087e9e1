import {
  authConfigFields,
  ingestRateLimitConfigFields,
  type RateLimit,
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

/** Limits of requests in every process that runs the gateway. */
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
      'Maximum number of JSON values or protobuf fields in a request body; a body above it is answered with 413',
    ),
  GATEWAY_MAX_IN_FLIGHT_BYTES: bytes
    .default(256 * MIB)
    .describe(
      'Limit of the request bodies in memory. Above it, requests are answered with 503, or with 429 if their project is above its share',
    ),
  ...ingestRateLimitConfigFields,
};

/** The port of gRPC, which is opened in addition to the port of HTTP. */
export const otlpGrpcConfigFields = {
  OTLP_GRPC_PORT: httpConfigFields.HTTP_PORT.unwrap()
    .default(4317)
    .describe('Port for OTLP over gRPC; the default port of exporters; 0 = off'),
};

/** The whole configuration of the gateway as a separate process. */
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

/** The limits of each request; see docs/api/limits.md. */
export interface IngestLimits {
  /** Maximum size of a JSON or Zipkin body, both before and after decompression. */
  readonly jsonBodyBytes: number;
  /** Maximum size of an OTLP body, both before and after decompression, over HTTP and gRPC. */
  readonly otlpBodyBytes: number;
  /** Maximum number of JSON values or protobuf fields in a body. */
  readonly bodyValues: number;
  /** Maximum size of the encoded row of a span. A larger span is dropped as `span_too_large`. */
  readonly spanBytes: number;
  /** Maximum size of the bodies of all requests without an answer. */
  readonly inFlightBytes: number;
  /** Limit of the requests of a project other than OTLP requests; absent = no limit. */
  readonly ingestRate?: RateLimit | undefined;
  /** Limit of the OTLP requests of a project, over HTTP and gRPC together; absent = no limit. */
  readonly otlpRate?: RateLimit | undefined;
}

/** Converts the configuration to limits. A rate of 0 becomes an absent limit. */
export function toIngestLimits(config: Config<typeof gatewayConfigFields>): IngestLimits {
  return {
    jsonBodyBytes: config.JSON_BODY_LIMIT_BYTES,
    otlpBodyBytes: config.OTLP_BODY_LIMIT_BYTES,
    bodyValues: config.BODY_MAX_VALUES,
    spanBytes: config.SPAN_LIMIT_BYTES,
    inFlightBytes: config.GATEWAY_MAX_IN_FLIGHT_BYTES,
    ingestRate: toRateLimit(config.RATE_LIMIT_INGEST_PER_SECOND, config.RATE_LIMIT_INGEST_BURST),
    otlpRate: toRateLimit(config.RATE_LIMIT_OTLP_PER_SECOND, config.RATE_LIMIT_OTLP_BURST),
  };
}
