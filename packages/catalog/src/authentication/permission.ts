import { type Permission, permissions } from '@spanhouse/span-schema';

/** All permissions that a key can have. By default, a new key has all of them. */
export const allPermissions = permissions;

export type { Permission };

/** Returns whether this version knows the permission. */
export function isPermission(text: string): text is Permission {
  return (allPermissions as readonly string[]).includes(text);
}
