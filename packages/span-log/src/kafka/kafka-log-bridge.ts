import type { Logger } from '@spanhouse/service-runtime';
import type { LogEntry, logCreator, logLevel } from 'kafkajs';

type Levels = typeof logLevel;

/** kafkajs calls what it retries an error; what it gives up is logged where it is given up. */
export const createLogBridge =
  (logger: Logger, levels: Levels): logCreator =>
  () =>
  ({ namespace, level, log }: LogEntry) => {
    const { message, timestamp: _timestamp, ...facts } = log;
    const fields = { namespace, ...facts };
    if (level <= levels.WARN) logger.warn(fields, `kafkajs: ${message}`);
    else logger.debug(fields, `kafkajs: ${message}`);
  };

/** kafkajs builds its entries before anyone can refuse them. */
export const logLevelFor = (logger: Logger, levels: Levels): logLevel =>
  logger.isLevelEnabled('debug') ? levels.INFO : levels.WARN;
