/** The address and the credentials of a backend, separated from each other. */
export interface Credentials {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** Headers for `fetch`, which refuses addresses with credentials. */
  readonly headers: { readonly authorization: string };
}

/** Separates the credentials from a backend's address. The default is the user `default` with an empty password. */
export function splitCredentials(address: string): Credentials {
  const { username, password, origin } = new URL(address);
  const user = username || 'default';
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return { url: origin, user, password, headers: { authorization } };
}
