import { authenticatorConfigFields, catalogConfigFields } from '@spanhouse/catalog';
import {
  authConfigFields,
  type Config,
  httpConfigFields,
  loggingConfigFields,
  shutdownConfigFields,
  tokenSecretConfigFields,
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
    .describe('Request bodies held at one time; beyond it requests are answered 503'),
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
  ...loggingConfigFields,
  ...shutdownConfigFields,
};

export interface IngestLimits {
  readonly jsonBodyBytes: number;
  readonly otlpBodyBytes: number;
  readonly spanBytes: number;
  readonly inFlightBytes: number;
}

export function toIngestLimits(config: Config<typeof gatewayConfigFields>): IngestLimits {
  return {
    jsonBodyBytes: config.JSON_BODY_LIMIT_BYTES,
    otlpBodyBytes: config.OTLP_BODY_LIMIT_BYTES,
    spanBytes: config.SPAN_LIMIT_BYTES,
    inFlightBytes: config.GATEWAY_MAX_IN_FLIGHT_BYTES,
  };
}
