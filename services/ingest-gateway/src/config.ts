import { authenticatorConfigFields, catalogConfigFields } from '@spanhouse/catalog';
import {
  authConfigFields,
  type Config,
  httpConfigFields,
  ingestRateLimitConfigFields,
  loggingConfigFields,
  type RateLimit,
  shutdownConfigFields,
  tokenSecretConfigFields,
  toRateLimit,
  tracingConfigFields,
} from '@spanhouse/service-runtime';
import { kafkaConfigFields } from '@spanhouse/span-log/kafka-config';
import { z } from 'zod';

const MIB = 1024 * 1024;
const bytes = z.coerce.number().int().positive();

/** What is accepted, wherever the gateway runs. */
export const gatewayConfigFields = {
  JSON_BODY_LIMIT_BYTES: bytes
    .default(16 * MIB)
    .describe('Largest JSON request body, before and after decompression'),
  OTLP_BODY_LIMIT_BYTES: bytes
    .default(64 * MIB)
    .describe('Largest OTLP request body, before and after decompression'),
  SPAN_LIMIT_BYTES: bytes
    .default(8 * MIB)
    .describe('Largest normalised span; a larger one is dropped as span_too_large'),
  GATEWAY_MAX_IN_FLIGHT_BYTES: bytes
    .default(256 * MIB)
    .describe(
      'Request bodies held at one time; beyond it requests are answered 503, those of a project beyond its share 429',
    ),
  ...ingestRateLimitConfigFields,
};

/** Beside the port of HTTP. */
export const otlpGrpcConfigFields = {
  OTLP_GRPC_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(4317)
    .describe('Port for OTLP over gRPC, where exporters send by default; 0 = off'),
};

/** Configuration of the separate process. */
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

export interface IngestLimits {
  readonly jsonBodyBytes: number;
  readonly otlpBodyBytes: number;
  readonly spanBytes: number;
  readonly inFlightBytes: number;
  /** Requests of a project, OTLP apart; absent = no limit. */
  readonly ingestRate?: RateLimit | undefined;
  readonly otlpRate?: RateLimit | undefined;
}

export function toIngestLimits(config: Config<typeof gatewayConfigFields>): IngestLimits {
  return {
    jsonBodyBytes: config.JSON_BODY_LIMIT_BYTES,
    otlpBodyBytes: config.OTLP_BODY_LIMIT_BYTES,
    spanBytes: config.SPAN_LIMIT_BYTES,
    inFlightBytes: config.GATEWAY_MAX_IN_FLIGHT_BYTES,
    ingestRate: toRateLimit(config.RATE_LIMIT_INGEST_PER_SECOND, config.RATE_LIMIT_INGEST_BURST),
    otlpRate: toRateLimit(config.RATE_LIMIT_OTLP_PER_SECOND, config.RATE_LIMIT_OTLP_BURST),
  };
}
