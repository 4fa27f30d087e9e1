import type { Principal } from '../authentication/authenticator.js';
import { PERMISSIONS } from '../authentication/permission.js';
import { DEFAULT_PROJECT_ID, NOBODY } from '../catalog.js';

/** Who sends a request in open mode, unless changed. */
export function anyPrincipal(changes: Partial<Principal> = {}): Principal {
  return {
    project_id: DEFAULT_PROJECT_ID,
    user_id: NOBODY,
    permissions: PERMISSIONS,
    retention_days: null,
    ...changes,
  };
}
