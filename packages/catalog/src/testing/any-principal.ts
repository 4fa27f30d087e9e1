import type { Principal } from '../authentication/authenticator.js';
import { allPermissions } from '../authentication/permission.js';
import { defaultProjectId, defaultUserId } from '../catalog.js';

/** Builds the principal of a request in open mode, with the given changes. */
export function anyPrincipal(changes: Partial<Principal> = {}): Principal {
  return {
    project_id: defaultProjectId,
    user_id: defaultUserId,
    permissions: allPermissions,
    retention_days: null,
    prices: null,
    ...changes,
  };
}
