import { AppError } from '@spanhouse/service-runtime';
import { clickhouseUnavailable, toClickHouseFailure } from '../connection/clickhouse-failure.js';
import { type ClickHouseClient, execute, fixedSettings } from '../connection/client.js';
import { tableRows } from '../connection/run-statement.js';

/** The oldest supported version of ClickHouse (docs/install.md). */
const oldestVersion = [26, 7] as const;

/** Settings that a component adds to those of its client. */
type Settings = Readonly<Record<string, string | number>>;

/**
 * Resolves if the server is recent enough and its user may change the required settings. Also resolves if the database
 * does not exist yet. Rejects with CLICKHOUSE_TOO_OLD, CLICKHOUSE_PROFILE_UNSUITABLE or CLICKHOUSE_UNAVAILABLE
 * (retryable).
 */
export async function checkServer(
  client: ClickHouseClient,
  { where, settings }: { readonly where: string; readonly settings: Settings },
): Promise<void> {
  const query = "SELECT version(), getSetting('readonly') FORMAT TabSeparated";
  const answer = await execute(client, { query, clickhouse_settings: settings }).catch(
    (cause: unknown) => explain(cause, client, where),
  );
  const [[version, readonly] = []] = tableRows(answer);
  if (version === undefined) {
    return;
  }
  requireVersion(version, where);
  if (settings['readonly'] === undefined && readonly !== '0') {
    throw unsuitable(where, `readonly is ${readonly}, so that nothing can be written`);
  }
}

/**
 * ClickHouse errors that concern settings. They mean that the profile forbids the change or that the server does not
 * know the setting.
 */
const aboutSettings = new Set(['READONLY', 'SETTING_CONSTRAINT_VIOLATION', 'UNKNOWN_SETTING']);

/**
 * Returns an empty answer if the failure is only a missing database. Otherwise throws an error that names the cause.
 */
async function explain(cause: unknown, client: ClickHouseClient, where: string): Promise<Buffer> {
  const { code, reason } = toClickHouseFailure(cause);
  if (code === 'UNKNOWN_DATABASE') {
    return Buffer.alloc(0);
  }
  if (aboutSettings.has(code)) {
    // The version is queried without settings, because an old server may not know all of them.
    const none = Object.fromEntries(Object.keys(fixedSettings).map((name) => [name, undefined]));
    const version = await execute(client, {
      query: 'SELECT version()',
      clickhouse_settings: none,
    }).catch((error: unknown) => {
      throw unanswered(where, error);
    });
    requireVersion(version.toString('utf8').trim(), where);
    throw unsuitable(where, reason, cause);
  }
  throw unanswered(where, cause);
}

function unanswered(where: string, cause: unknown): AppError {
  return clickhouseUnavailable(`ClickHouse at ${where} does not answer`, cause);
}

function requireVersion(version: string, where: string): void {
  if (!isSupported(version)) {
    const oldest = oldestVersion.join('.');
    const message = `ClickHouse at ${where} is version ${version}; Spanhouse needs ${oldest} or newer`;
    throw new AppError('CLICKHOUSE_TOO_OLD', message);
  }
}

function isSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = oldestVersion;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

function unsuitable(where: string, reason: string, cause?: unknown): AppError {
  const message = `the profile of the user at ${where} does not suit Spanhouse, which sends settings with every statement: ${reason}. Give the user a profile without readonly and without constraints on these settings (docs/configuration.md)`;
  return new AppError(
    'CLICKHOUSE_PROFILE_UNSUITABLE',
    message,
    cause === undefined ? {} : { cause },
  );
}
