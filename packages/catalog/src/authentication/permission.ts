/** The permissions of a key. A key has all of them unless it was created with fewer. */
export const allPermissions = ['view_spans', 'edit_spans', 'view_queries', 'edit_queries'] as const;

export type Permission = (typeof allPermissions)[number];

/** Whether this version knows the permission. */
export function isPermission(text: string): text is Permission {
  return (allPermissions as readonly string[]).includes(text);
}
