import type { Logger } from '@spanhouse/service-runtime';

interface Entry {
  readonly module: string;
  readonly message: string;
  readonly args?: Record<string, unknown>;
  readonly err?: Error;
}

/** Fields with statements and values, which are never logged. */
const payloads = new Set(['query', 'query_params', 'search_params', 'search', 'request_params']);

/** Pattern of a warning that is normal here: the reader of an answer has stopped early. */
const leftEarly = /socket was closed or ended before the response was fully read/;

/**
 * Pattern of a warning about a long time limit without progress headers. With such headers, the answer would exceed
 * Node's limit within hours.
 */
const longTimeLimit = /^request_timeout is set to /;

/**
 * Creates the class that @clickhouse/client instantiates for its log. Errors of the client are logged at debug level,
 * because callers also receive them and decide what to log.
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
