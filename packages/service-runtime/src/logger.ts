import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type { Logger };

const SECRET_NAMES = [
  ...['authorization', 'cookie', 'password', 'secret', 'token', 'apiKey'],
  ...['TOKEN_SECRET', 'ADMIN_KEY', 'CLICKHOUSE_PASSWORD', 'KAFKA_SASL_PASSWORD'],
];
const REDACTED = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

export interface CreateLoggerOptions {
  readonly level: string;
  readonly service: string;
  /** Default: standard output. */
  readonly destination?: DestinationStream;
}

/** JSON lines; components take a child: `logger.child({ component: 'span-log' })`. */
export function createLogger({ level, service, destination }: CreateLoggerOptions): Logger {
  const options: LoggerOptions = {
    level,
    base: { service },
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED, censor: '[redacted]' },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
