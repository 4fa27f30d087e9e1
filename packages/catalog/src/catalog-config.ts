import { z } from 'zod';

/** Where the catalog is. */
export interface CatalogAddress {
  readonly dialect: 'sqlite';
  readonly path: string;
}

const SQLITE_PREFIX = 'sqlite:';

function parseCatalogUrl(text: string, context: z.RefinementCtx): CatalogAddress {
  if (text.startsWith(SQLITE_PREFIX) && text.length > SQLITE_PREFIX.length) {
    return { dialect: 'sqlite', path: text.slice(SQLITE_PREFIX.length) };
  }
  const message = /^postgres(ql)?:/.test(text)
    ? 'PostgreSQL is not supported yet: use sqlite:<path>'
    : 'must be sqlite:<path>';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
}

/** A value, not text, comes out: `{ dialect, path }`. */
export const catalogConfigFields = {
  CATALOG_URL: z
    .string()
    .transform(parseCatalogUrl)
    .describe('catalog of projects: sqlite:<path>, the same file for every service'),
};
