import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { spanhouseVersion } from '../version.js';

export type { Logger };

const secretNames = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'apiKey',
  'TOKEN_SECRET',
  'ADMIN_KEY',
  'CLICKHOUSE_PASSWORD',
  'KAFKA_SASL_PASSWORD',
];
const redacted = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

export interface CreateLoggerOptions {
  readonly level: string;
  readonly service: string;
  /** Destination for the log; standard output by default. */
  readonly destination?: DestinationStream;
}

/**
 * Creates a logger that writes JSON lines. Members whose names are known to contain secrets are redacted. Each
 * component uses a child: `logger.child({ component: 'span-log' })`.
 */
export function createLogger({ level, service, destination }: CreateLoggerOptions): Logger {
  const options: LoggerOptions = {
    level,
    base: { service, version: spanhouseVersion },
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: redacted, censor: '[redacted]' },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
