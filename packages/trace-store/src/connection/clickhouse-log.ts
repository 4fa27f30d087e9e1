import type { Logger } from '@spanhouse/service-runtime';

interface Entry {
  readonly module: string;
  readonly message: string;
  readonly args?: Record<string, unknown>;
  readonly err?: Error;
}

/** Members that hold statements and values, which are never logged. */
const payloads = new Set(['query', 'query_params', 'search_params', 'search', 'request_params']);

/** The warning for an answer whose reader stopped early, which is normal here. */
const leftEarly = /socket was closed or ended before the response was fully read/;

/** The warning for a long time limit without headers of progress, which outgrow what Node reads within hours. */
const longTimeLimit = /^request_timeout is set to /;

/**
 * Creates the class through which @clickhouse/client logs; the client instantiates it. Errors of the
 * client are logged at debug level, because callers receive them too and decide what to log.
 */
export function clickhouseLogClass(logger: Logger) {
  return class ClickHouseLog {
    trace(entry: Entry): void {
      logger.trace(facts(entry), 'clickhouse client');
    }
    debug(entry: Entry): void {
      logger.debug(facts(entry), 'clickhouse client');
    }
    info(entry: Entry): void {
      logger.debug(facts(entry), 'clickhouse client');
    }
    warn(entry: Entry): void {
      const level = [leftEarly, longTimeLimit].some((usual) => usual.test(entry.message))
        ? 'debug'
        : 'warn';
      logger[level](facts(entry), 'clickhouse client warning');
    }
    error(entry: Entry): void {
      logger.debug(facts(entry), 'clickhouse request failed');
    }
  };
}

function facts({ module, message, args = {}, err }: Entry): Record<string, unknown> {
  const kept = Object.entries(args).filter(([name]) => !payloads.has(name));
  return { ...Object.fromEntries(kept), module, detail: message, ...(err && { err }) };
}
