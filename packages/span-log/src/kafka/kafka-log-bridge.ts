import type { Logger } from '@spanhouse/service-runtime';
import type { LogEntry, logCreator, logLevel } from 'kafkajs';

type Levels = typeof logLevel;

/** Sends have a bound of their own, and a producer is never used after one has failed. */
const expectedWarning = 'Limiting retries for the idempotent producer';

/** kafkajs calls what it retries an error; what it gives up is logged where it is given up. */
export const createLogBridge =
  (logger: Logger, levels: Levels): logCreator =>
  () =>
  ({ namespace, level, log }: LogEntry) => {
    const { message, timestamp: _timestamp, ...facts } = log;
    const fields = { namespace, ...facts };
    if (level <= levels.WARN && !message.startsWith(expectedWarning))
      logger.warn(fields, `kafkajs: ${message}`);
    else logger.debug(fields, `kafkajs: ${message}`);
  };

/** kafkajs builds its entries before anyone can refuse them. */
export const logLevelFor = (logger: Logger, levels: Levels): logLevel =>
  logger.isLevelEnabled('debug') ? levels.INFO : levels.WARN;
