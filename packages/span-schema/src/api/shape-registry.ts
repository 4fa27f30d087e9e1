import { z } from 'zod';

/** The named shapes of the API document; an id is the name of a component there. */
export const shapeRegistry = z.registry<{ id: string }>();

/** Registers a shape under its name in the API document. */
export function shape<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  description?: string,
): Schema {
  const described = description === undefined ? schema : schema.describe(description);
  shapeRegistry.add(described, { id });
  return described;
}
