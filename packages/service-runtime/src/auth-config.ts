import { z } from 'zod';
import { isLoopbackHost } from './is-loopback-host.js';
import { ConfigError } from './load-config.js';

const MIN_SECRET_CHARACTERS = 32;
const MIN_ADMIN_KEY_CHARACTERS = 16;

export const authConfigFields = {
  AUTH_MODE: z
    .enum(['open', 'keys'], { error: 'must be open or keys' })
    .default('open')
    .describe(
      'open: no credentials, one default project, loopback addresses only; keys: every request needs an API key',
    ),
};

export const adminConfigFields = {
  ADMIN_KEY: z
    .string()
    .min(MIN_ADMIN_KEY_CHARACTERS, `must have at least ${MIN_ADMIN_KEY_CHARACTERS} characters`)
    .regex(/^[\x21-\x7e]*$/, 'must be printable ASCII without spaces')
    .optional()
    .describe('Opens the /admin routes, which make accounts and keys; absent = nobody gets in'),
};

export const tokenSecretConfigFields = {
  TOKEN_SECRET: z
    .string()
    .min(MIN_SECRET_CHARACTERS, `must have at least ${MIN_SECRET_CHARACTERS} characters`)
    .describe('Signs receipts and cursors; the same text for every gateway and query service'),
};

/** Throws a ConfigError when anyone but this machine could reach a service without credentials. */
export function refuseOpenModeOffLoopback(config: {
  readonly AUTH_MODE: 'open' | 'keys';
  readonly HTTP_HOST: string;
}): void {
  if (config.AUTH_MODE === 'keys' || isLoopbackHost(config.HTTP_HOST)) return;
  throw new ConfigError([
    `HTTP_HOST: ${config.HTTP_HOST} is not a loopback address, and AUTH_MODE=open lets everyone ` +
      'who reaches it read and write; set AUTH_MODE=keys, or use 127.0.0.1 or ::1',
  ]);
}
