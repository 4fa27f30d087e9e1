import { z } from 'zod';

/** Where the catalog is. */
export type CatalogAddress =
  | { readonly dialect: 'sqlite'; readonly path: string }
  /** The URL may hold a password: never for a log. */
  | { readonly dialect: 'postgresql'; readonly url: string };

const SQLITE_PREFIX = 'sqlite:';

function parseCatalogUrl(text: string, context: z.RefinementCtx): CatalogAddress {
  if (text.startsWith(SQLITE_PREFIX) && text.length > SQLITE_PREFIX.length) {
    return { dialect: 'sqlite', path: text.slice(SQLITE_PREFIX.length) };
  }
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) {
    return { dialect: 'postgresql', url: text };
  }
  context.addIssue({
    code: 'custom',
    message: 'must be sqlite:<path> or postgresql://<user>:<password>@<host>:<port>/<database>',
  });
  return z.NEVER;
}

/** A value, not text, comes out: a CatalogAddress. */
export const catalogConfigFields = {
  CATALOG_URL: z
    .string()
    .transform(parseCatalogUrl)
    .describe(
      'Catalog of projects, keys and saved queries: postgresql://…, or sqlite:<path>, the same file for every service',
    ),
};
