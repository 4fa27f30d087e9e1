import { z } from 'zod';
import { isLoopbackHost } from './is-loopback-host.js';
import { ConfigError } from './load-config.js';

const MIN_SECRET_CHARACTERS = 32;

export const authConfigFields = {
  AUTH_MODE: z
    .enum(['open'], { error: 'must be open: API keys are not supported yet' })
    .default('open')
    .describe('open: no credentials, one default project, loopback addresses only'),
};

export const tokenSecretConfigFields = {
  TOKEN_SECRET: z
    .string()
    .min(MIN_SECRET_CHARACTERS, `must have at least ${MIN_SECRET_CHARACTERS} characters`)
    .describe('Signs receipts and cursors; the same text for every gateway and query service'),
};

/** Throws a ConfigError when anyone but this machine could reach a service without credentials. */
export function refuseOpenModeOffLoopback(config: {
  readonly AUTH_MODE: 'open';
  readonly HTTP_HOST: string;
}): void {
  if (isLoopbackHost(config.HTTP_HOST)) return;
  throw new ConfigError([
    `HTTP_HOST: ${config.HTTP_HOST} is not a loopback address, and AUTH_MODE=open lets everyone ` +
      'who reaches it read and write; use 127.0.0.1 or ::1',
  ]);
}
