import type { Logger } from '@spanhouse/service-runtime';

interface Entry {
  readonly module: string;
  readonly message: string;
  readonly args?: Record<string, unknown>;
  readonly err?: Error;
}

/** Statements and their values: never for a log. */
const PAYLOADS = new Set(['query', 'query_params', 'search_params', 'search', 'request_params']);

/** Answers whose reader is gone. */
const LEFT_EARLY = /socket was closed or ended before the response was fully read/;

/**
 * @clickhouse/client logs through a class it makes itself. What it calls an error is at most a
 * warning here: whoever made the call gets the same failure as an outcome and decides.
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
      const level = LEFT_EARLY.test(entry.message) ? 'debug' : 'warn';
      logger[level](facts(entry), 'clickhouse client warns');
    }
    error(entry: Entry): void {
      logger.debug(facts(entry), 'clickhouse request failed');
    }
  };
}

function facts({ module, message, args = {}, err }: Entry): Record<string, unknown> {
  const kept = Object.entries(args).filter(([name]) => !PAYLOADS.has(name));
  return { ...Object.fromEntries(kept), module, detail: message, ...(err && { err }) };
}
