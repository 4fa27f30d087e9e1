import { z } from 'zod';

/** The named schemas of the API document; an id is the name of a component there. */
export const schemaRegistry = z.registry<{ id: string }>();

/** Registers a schema under its name in the API document. */
export function named<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  description?: string,
): Schema {
  const described = description === undefined ? schema : schema.describe(description);
  schemaRegistry.add(described, { id });
  return described;
}
