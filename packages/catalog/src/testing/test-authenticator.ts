import {
  type Clock,
  createHealth,
  createRegistry,
  type Health,
  type Logger,
} from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import {
  type AuthenticationMetrics,
  createAuthenticationMetrics,
} from '../authentication/authentication-metrics.js';
import type { Authenticator } from '../authentication/authenticator.js';
import type { AuthenticatorConfig } from '../authentication/authenticator-config.js';
import { createAuthenticator } from '../authentication/create-authenticator.js';
import type { Catalog } from '../catalog.js';

export interface TestAuthenticatorOptions {
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly config?: Partial<AuthenticatorConfig>;
  readonly health?: Health;
  readonly logger?: Logger;
  readonly metrics?: AuthenticationMetrics;
}

/** Creates an authenticator as `main.ts` does. By default, it is in open mode and uses the default durations. */
export function createTestAuthenticator(options: TestAuthenticatorOptions): Authenticator {
  const config: AuthenticatorConfig = {
    AUTH_MODE: 'open',
    CATALOG_CACHE_TTL_MS: 30_000,
    CATALOG_CACHE_GRACE_MS: 300_000,
    ...options.config,
  };
  return createAuthenticator(config, {
    health: createHealth({ dependencies: ['catalog'] }),
    logger: createSilentLogger(),
    metrics: createAuthenticationMetrics(createRegistry('test')),
    ...options,
  });
}
