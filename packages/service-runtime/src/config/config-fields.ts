import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const durationMs = z.coerce.number().int().min(0);

export const httpConfigFields = {
  HTTP_HOST: z.string().default('127.0.0.1').describe('Address to listen on'),
  HTTP_PORT: port.default(8080).describe('Port of the HTTP API; 0 = any free port'),
};

export const loggingConfigFields = {
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Lowest level that is logged'),
};

export const shutdownConfigFields = {
  SHUTDOWN_TIMEOUT_MS: durationMs
    .default(30_000)
    .describe('Maximum duration of a shutdown; after that, the process exits with code 1'),
  SHUTDOWN_DRAIN_DELAY_MS: durationMs
    .default(0)
    .describe(
      'Time between the first failure of /readyz and the closing of the port, so that load balancers can react',
    ),
};
