import { createLogger, type Logger } from '../reporting/logger.js';

export function createSilentLogger(): Logger {
  return createLogger({ level: 'silent', service: 'test' });
}

export interface RecordedLog {
  readonly logger: Logger;
  /** The parsed log lines, oldest first. */
  readonly lines: readonly Record<string, unknown>[];
}

/** Creates a logger that records its lines for a test. */
export function createRecordingLogger(level = 'debug'): RecordedLog {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  return { logger: createLogger({ level, service: 'test', destination }), lines };
}
