import type { Route } from '@spanhouse/service-runtime';
import type { AdminServices } from './admin-services.js';
import { deleteKey } from './delete-key.js';
import { getKeys } from './get-keys.js';
import { postAccounts } from './post-accounts.js';
import { postKeys } from './post-keys.js';
import { putProject } from './put-project.js';

/** Accounts, keys and projects, for the holder of the admin key, in open mode too. */
export function createAdminRoutes(services: AdminServices): Route[] {
  return [
    postAccounts(services),
    postKeys(services),
    getKeys(services),
    deleteKey(services),
    putProject(services),
  ];
}
