import { DEFAULT_PROJECT_ID } from '@spanhouse/catalog';
import type { HttpRequest } from '@spanhouse/service-runtime';
import type { Principal } from '../query/principal.js';

/** Who sends a request. Throws the 401 or 403 of the contract, or a retryable AppError. */
export type Authenticate = (req: HttpRequest) => Promise<Principal> | Principal;

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Open mode: whoever reaches the port reads the default project. */
export function createOpenAuthentication(): Authenticate {
  return () => ({ projectId: DEFAULT_PROJECT_ID, userId: NOBODY });
}
