import { catalogConfigFields } from '@spanhouse/catalog';
import {
  type Config,
  ConfigError,
  httpConfigFields,
  isLoopbackHost,
  loggingConfigFields,
  shutdownConfigFields,
} from '@spanhouse/service-runtime';
import { kafkaConfigFields } from '@spanhouse/span-log/kafka-config';
import { z } from 'zod';

const MIB = 1024 * 1024;
const bytes = z.coerce.number().int().positive();

/** What is accepted and from whom, wherever the gateway runs. */
export const gatewayConfigFields = {
  AUTH_MODE: z
    .enum(['open'], { error: 'must be open: API keys are not supported yet' })
    .default('open')
    .describe('open: no credentials, one default project, loopback addresses only'),
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
  CATALOG_CACHE_TTL_MS: z.coerce
    .number()
    .int()
    .positive()
    .default(30_000)
    .describe('How long the gateway uses a project before it asks the catalog again'),
};

const MIN_SECRET_CHARACTERS = 32;

/** Configuration of the separate process. */
export const gatewayProcessConfigFields = {
  ...gatewayConfigFields,
  TOKEN_SECRET: z
    .string()
    .min(MIN_SECRET_CHARACTERS)
    .describe('signs receipts; the same text for every gateway and query service'),
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

/** Throws a ConfigError when anyone but this machine could reach a service without credentials. */
export function refuseOpenModeOffLoopback(config: {
  readonly AUTH_MODE: 'open';
  readonly HTTP_HOST: string;
}): void {
  if (!isLoopbackHost(config.HTTP_HOST)) {
    throw new ConfigError([
      `HTTP_HOST: ${config.HTTP_HOST} is not a loopback address, and AUTH_MODE=open lets everyone ` +
        'who reaches it read and write; use 127.0.0.1 or ::1',
    ]);
  }
}
