import { newDataDirectory } from '../sections.mjs';
import { startSpanhouse } from '../start-spanhouse.mjs';

/**
 * Starts the program of `npm start` on an existing ClickHouse with an empty log. A new log gets a higher generation
 * than every stored row, so queries return all rows.
 */
export function startService(config) {
  const settings = Object.entries(config).map(([name, value]) => [name, String(value)]);
  return startSpanhouse(newDataDirectory('bench-service'), {
    ...Object.fromEntries(settings),
    AUTH_MODE: 'open',
    TOKEN_SECRET: 'one secret for both services of the benchmark',
  });
}
