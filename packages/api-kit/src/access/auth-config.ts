import { ConfigError } from '@spanhouse/service-runtime';
import { z } from 'zod';
import { isLoopbackHost } from './is-loopback-host.js';
import { rotatingSecret, secretValues } from './rotating-secret.js';

const MIN_SECRET_CHARACTERS = 32;
const MIN_ADMIN_KEY_CHARACTERS = 16;

/** Host names as `createForeignRequestCheck` compares them. */
const hostNames = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim().toLowerCase()))
  .refine((names) => names.every((name) => /^(\[[\da-f:.]+\]|[\w.-]*\w)$/.test(name)), {
    message:
      'must be host names or IP addresses without ports, separated by commas; an IPv6 address is in brackets',
  });

/** The names that `createForeignRequestCheck` accepts beside those of loopback. */
export const allowedHostsConfigFields = {
  ALLOWED_HOSTS: hostNames
    .optional()
    .describe(
      'Host names, separated by commas, under which clients reach a process without API keys; loopback names are always allowed',
    ),
};

/** Decides whether requests need credentials; see `refuseOpenModeOffLoopback` for the limit of open mode. */
export const authConfigFields = {
  AUTH_MODE: z
    .enum(['open', 'keys'], { error: 'must be open or keys' })
    .default('open')
    .describe(
      'open: no credentials, one default project, loopback addresses only; keys: every request needs an API key',
    ),
  ...allowedHostsConfigFields,
};

/** The keys that `createAdminAccess` compares. Logs redact them. */
export const adminConfigFields = {
  ADMIN_KEY: rotatingSecret(MIN_ADMIN_KEY_CHARACTERS)
    .regex(/^[\x21-\x7e]*$/, 'must be printable ASCII without spaces')
    .transform(secretValues)
    .optional()
    .describe(
      'Key for the /admin routes, which create accounts and API keys; two values, separated by a comma, are both accepted; absent = every request to them is refused',
    ),
};

/** The secret of receipts and cursors. Removing a value invalidates everything that it signed. */
export const tokenSecretConfigFields = {
  TOKEN_SECRET: rotatingSecret(MIN_SECRET_CHARACTERS)
    .transform(secretValues)
    .describe(
      'Secret that signs receipts and cursors; the same for every gateway and query service; of two values, separated by a comma, the first one signs',
    ),
};

/** Throws a ConfigError if other machines could reach a service that needs no credentials. */
export function refuseOpenModeOffLoopback(config: {
  readonly AUTH_MODE: 'open' | 'keys';
  readonly HTTP_HOST: string;
}): void {
  if (config.AUTH_MODE === 'keys' || isLoopbackHost(config.HTTP_HOST)) {
    return;
  }
  throw new ConfigError([
    `HTTP_HOST: ${config.HTTP_HOST} is not a loopback address, and AUTH_MODE=open lets everyone ` +
      'who reaches it read and write; set AUTH_MODE=keys, or use 127.0.0.1 or ::1',
  ]);
}
