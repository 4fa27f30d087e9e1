import { createKeyText } from '../api-key-text.js';
import { allPermissions, type Permission } from '../authentication/permission.js';
import { type Catalog, defaultProjectId } from '../catalog.js';

export interface IssuedKey {
  readonly text: string;
  readonly key_id: string;
}

/**
 * Creates a key as the admin routes do. By default, the key belongs to the default project and has every permission.
 */
export async function issueKey(
  catalog: Catalog,
  permissions: readonly Permission[] = allPermissions,
  project_id: string = defaultProjectId,
): Promise<IssuedKey> {
  const { text, ...fingerprint } = createKeyText();
  const key = await catalog.createKey({ ...fingerprint, project_id, name: null, permissions });
  if (key === undefined) {
    throw new Error(`there is no project ${project_id}`);
  }
  return { text, key_id: key.key_id };
}
