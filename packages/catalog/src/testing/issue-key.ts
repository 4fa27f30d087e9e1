import { createKeyText } from '../api-key-text.js';
import { PERMISSIONS, type Permission } from '../authentication/permission.js';
import { type Catalog, DEFAULT_PROJECT_ID } from '../catalog.js';

export interface IssuedKey {
  readonly text: string;
  readonly key_id: string;
}

/** A key as the admin routes make it: of the default project, with every permission, unless said otherwise. */
export async function issueKey(
  catalog: Catalog,
  permissions: readonly Permission[] = PERMISSIONS,
  project_id: string = DEFAULT_PROJECT_ID,
): Promise<IssuedKey> {
  const { text, ...fingerprint } = createKeyText();
  const key = await catalog.createKey({ ...fingerprint, project_id, name: null, permissions });
  if (key === undefined) throw new Error(`there is no project ${project_id}`);
  return { text, key_id: key.key_id };
}
