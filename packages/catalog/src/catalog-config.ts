import { z } from 'zod';

/** The address of the database that stores the catalog. */
export type CatalogAddress =
  | { readonly dialect: 'sqlite'; readonly path: string }
  /** PostgreSQL. The URL may contain a password, so it MUST NOT be logged. */
  | { readonly dialect: 'postgresql'; readonly url: string };

const sqlitePrefix = 'sqlite:';

function parseCatalogUrl(text: string, context: z.RefinementCtx): CatalogAddress {
  if (text.startsWith(sqlitePrefix) && text.length > sqlitePrefix.length) {
    return { dialect: 'sqlite', path: text.slice(sqlitePrefix.length) };
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

/** The setting that is common to all services that open the catalog. Its value is parsed into a CatalogAddress. */
export const catalogConfigFields = {
  CATALOG_URL: z
    .string()
    .transform(parseCatalogUrl)
    .describe(
      'Catalog of projects, keys and saved queries: postgresql://…, or sqlite:<path>, the same file for every service',
    ),
};
