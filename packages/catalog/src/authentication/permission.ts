import { type Permission, permissions } from '@spanhouse/span-schema';

/** All permissions that a key can have. A key has all of them unless it was created with fewer. */
export const allPermissions = permissions;

export type { Permission };

/** Returns whether this version knows the permission. */
export function isPermission(text: string): text is Permission {
  return (allPermissions as readonly string[]).includes(text);
}
