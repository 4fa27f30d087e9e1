import type { Logger } from '@spanhouse/service-runtime';
import type { LogEntry, logCreator, logLevel } from 'kafkajs';

type Levels = typeof logLevel;

/** Harmless: sends have their own time limit, and a producer is never used after a failed send. */
const expectedWarning = 'Limiting retries for the idempotent producer';

/**
 * Writes the logs of kafkajs to `logger`, errors as warnings: kafkajs retries them, and the caller logs the errors that
 * remain.
 */
export function createLogBridge(logger: Logger, levels: Levels): logCreator {
  return () =>
    ({ namespace, level, log }: LogEntry) => {
      const { message, timestamp: _timestamp, ...facts } = log;
      const fields = { namespace, ...facts };
      if (level <= levels.WARN && !message.startsWith(expectedWarning)) {
        logger.warn(fields, `kafkajs: ${message}`);
      } else {
        logger.debug(fields, `kafkajs: ${message}`);
      }
    };
}

/** Returns the lowest level that `logger` can show, because kafkajs builds every entry before it is filtered. */
export function logLevelFor(logger: Logger, levels: Levels): logLevel {
  return logger.isLevelEnabled('debug') ? levels.INFO : levels.WARN;
}
