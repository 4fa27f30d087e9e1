import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** The address and the credentials of an embedded server. Each start creates a new password. */
export interface ClickHouseAccess {
  /** The address: `http://127.0.0.1:port`. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

/** Creates credentials with a new password for a server that will start at `url`. */
export function createAccess(url: string): ClickHouseAccess {
  return { url, user: 'spanhouse', password: randomBytes(SECRET_BYTES).toString('hex') };
}

/** Returns the header that every request needs. The server returns 404 to requests without it. */
export function authorizationOf({ user, password }: Omit<ClickHouseAccess, 'url'>): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

/** Returns the settings that the services need to connect to the server. */
export function clickhouseSettings({ url, user, password }: ClickHouseAccess) {
  return { CLICKHOUSE_URL: url, CLICKHOUSE_USER: user, CLICKHOUSE_PASSWORD: password };
}

/** Returns the address with user and password, for clients without separate settings for credentials. */
export function addressWithCredentials({ url, user, password }: ClickHouseAccess): string {
  return url.replace('//', `//${user}:${password}@`);
}
