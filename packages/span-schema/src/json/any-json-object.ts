import { z } from 'zod';
import { isJsonObject, type JsonObject } from './json.js';

/**
 * Accepts any JSON object and keeps it unchanged. zod's own object types would make a copy without the member
 * `__proto__`.
 */
export const anyJsonObject: z.ZodType<JsonObject, JsonObject> = z
  .any()
  .check((context) => {
    if (!isJsonObject(context.value)) {
      context.issues.push({ code: 'invalid_type', expected: 'record', input: context.value });
    }
  })
  .meta({ type: 'object', additionalProperties: {} });
