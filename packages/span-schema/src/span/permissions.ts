/** The permissions that a key can have; see docs/api/README.md#authentication. */
export const permissions = ['view_spans', 'edit_spans', 'view_queries', 'edit_queries'] as const;
export type Permission = (typeof permissions)[number];
