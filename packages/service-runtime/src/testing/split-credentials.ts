/** An address without credentials, and the credentials that were in it. */
export interface Credentials {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Headers for `fetch`, which refuses addresses with credentials. */
  readonly headers: { readonly authorization: string };
}

/**
 * Separates the credentials from the address of a backend. Without credentials, the user is `default` with an empty
 * password.
 */
export function splitCredentials(address: string): Credentials {
  const { username, password, origin } = new URL(address);
  const user = username || 'default';
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return { url: origin, user, password, headers: { authorization } };
}
