import { z } from 'zod';

/** The shapes the API document names; an id is the name of a component there. */
export const shapeRegistry = z.registry<{ id: string; description?: string }>();

/** Registers a shape under its name in the API document. */
export function shape<Schema extends z.ZodType>(
  id: string,
  schema: Schema,
  description?: string,
): Schema {
  shapeRegistry.add(schema, description === undefined ? { id } : { id, description });
  return schema;
}
