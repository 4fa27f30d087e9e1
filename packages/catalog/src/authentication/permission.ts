/** What a key may allow; a key has all of them unless it was created with fewer. */
export const PERMISSIONS = ['view_spans', 'edit_spans', 'view_queries', 'edit_queries'] as const;

export type Permission = (typeof PERMISSIONS)[number];

export function isPermission(text: string): text is Permission {
  return (PERMISSIONS as readonly string[]).includes(text);
}
