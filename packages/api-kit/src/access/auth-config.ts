import { ConfigError } from '@spanhouse/service-runtime';
import { z } from 'zod';
import type { CorsConfig } from './cors.js';
import { isLoopbackHost } from './is-loopback-host.js';

const MAX_VALUES = 2;

/**
 * Creates a field for a secret that can be replaced without an interruption. During the replacement, the field has two
 * values separated by a comma. The first value is the current one, and both values are accepted.
 */
function rotatingSecret(minCharacters: number) {
  return z
    .string()
    .refine((text) => secretValues(text).length <= MAX_VALUES, {
      error: `must have at most ${MAX_VALUES} values, separated by a comma`,
      abort: true,
    })
    .refine((text) => !(text.includes(',') && secretValues(text).includes('')), {
      error: 'has an empty value before or after a comma',
      abort: true,
    })
    .refine((text) => !/\s,|,\s/.test(text), {
      error: 'has a space before or after a comma',
      abort: true,
    })
    .refine((text) => secretValues(text).every((value) => value.length >= minCharacters), {
      error: `must have at least ${minCharacters} characters in each value`,
      abort: true,
    });
}

/** Returns the current value, followed by the other accepted values. */
function secretValues(text: string): readonly [current: string, ...others: string[]] {
  const [current = '', ...others] = text.split(',');
  return [current, ...others];
}

const MIN_SECRET_CHARACTERS = 32;
const MIN_ADMIN_KEY_CHARACTERS = 16;

/** A list of host names in the format that `createForeignRequestCheck` expects. */
const hostNames = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim().toLowerCase()))
  .refine((names) => names.every((name) => /^(\[[\da-f:.]+\]|[\w.-]*\w)$/.test(name)), {
    message:
      'must be host names or IP addresses without ports, separated by commas; an IPv6 address is in brackets',
  });

/** A list of origins in the format that browsers send: lower case, no path, no default port. */
const origins = z
  .string()
  .transform((text) => text.split(',').map((origin) => origin.trim()))
  .refine((all) => all.every((origin) => origin === '*' || isOrigin(origin)), {
    message:
      'must be origins such as https://app.example.com, in lower case, separated by commas, or * for every origin',
  });

function isOrigin(text: string): boolean {
  return /^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** The host names that `createForeignRequestCheck` accepts in addition to loopback names. */
export const allowedHostsConfigFields = {
  ALLOWED_HOSTS: hostNames
    .optional()
    .describe(
      'Host names, separated by commas, that clients may use for a process without API keys; loopback names are always allowed',
    ),
};

/** Settings that decide whether requests need credentials; see `refuseUnsafeOpenMode` for the limits of open mode. */
export const authConfigFields = {
  AUTH_MODE: z
    .enum(['open', 'keys'], { error: 'must be open or keys' })
    .default('open')
    .describe(
      'open = no credentials, a single default project, and only loopback addresses; keys = every request needs an API key',
    ),
  ...allowedHostsConfigFields,
  CORS_ALLOWED_ORIGINS: origins
    .optional()
    .describe(
      'Origins, separated by commas, whose pages may send spans and read answers in a browser (CORS); * = every origin, only with AUTH_MODE=keys; absent = no origin',
    ),
};

/** The admin keys that `createAdminAccess` accepts. Logs redact them. */
export const adminConfigFields = {
  ADMIN_KEY: rotatingSecret(MIN_ADMIN_KEY_CHARACTERS)
    .regex(/^[\x21-\x7e]*$/, 'must be printable ASCII without spaces')
    .transform(secretValues)
    .optional()
    .describe(
      'Key for the /admin routes, which create accounts and API keys; two values, separated by a comma, are both accepted; absent = these routes refuse every request',
    ),
};

/**
 * The secret that signs receipts and cursors. Removing one of its values invalidates every token that was signed with
 * that value.
 */
export const tokenSecretConfigFields = {
  TOKEN_SECRET: rotatingSecret(MIN_SECRET_CHARACTERS)
    .transform(secretValues)
    .describe(
      'Secret that signs receipts and cursors; the same for every gateway and query service; of two values, separated by a comma, the first one signs',
    ),
};

/** Throws a ConfigError if other machines or arbitrary web pages could use a service that requires no credentials. */
export function refuseUnsafeOpenMode(
  config: CorsConfig & { readonly AUTH_MODE: 'open' | 'keys'; readonly HTTP_HOST: string },
): void {
  if (config.AUTH_MODE === 'keys') {
    return;
  }
  const problems: string[] = [];
  if (!isLoopbackHost(config.HTTP_HOST)) {
    problems.push(
      `HTTP_HOST: ${config.HTTP_HOST} is not a loopback address, and AUTH_MODE=open lets everyone ` +
        'who reaches it read and write; set AUTH_MODE=keys, or use 127.0.0.1 or ::1',
    );
  }
  if (config.CORS_ALLOWED_ORIGINS?.includes('*') === true) {
    problems.push(
      'CORS_ALLOWED_ORIGINS: * with AUTH_MODE=open lets every web page read and write; ' +
        'set AUTH_MODE=keys, or list the origins of your pages',
    );
  }
  if (problems.length > 0) {
    throw new ConfigError(problems);
  }
}
