import { type Catalog, NOBODY } from '../catalog.js';
import type { Authenticator, Principal } from './authenticator.js';
import { PERMISSIONS } from './permission.js';
import type { RevalidatingCache } from './revalidating-cache.js';

/** Open mode: whoever reaches the port has the default project, whatever the request says of itself. */
export function createOpenAuthenticator(
  catalog: Pick<Catalog, 'defaultProject'>,
  cache: RevalidatingCache<Principal>,
): Authenticator {
  const load = async (): Promise<Principal> => {
    const { project_id, retention_days } = await catalog.defaultProject();
    return { project_id, user_id: NOBODY, permissions: PERMISSIONS, retention_days };
  };
  return {
    authenticate: () => cache.get('default project', load),
    forget: () => cache.forget(),
  };
}
