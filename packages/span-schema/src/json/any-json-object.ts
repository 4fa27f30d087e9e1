import { z } from 'zod';
import { isJsonObject, type JsonObject } from './json.js';

/**
 * Accepts any JSON object without copying it. A copy by zod's own object types would lack a member named `__proto__`.
 */
export const anyJsonObject: z.ZodType<JsonObject, JsonObject> = z
  .any()
  .check((context) => {
    if (!isJsonObject(context.value)) {
      context.issues.push({ code: 'invalid_type', expected: 'record', input: context.value });
    }
  })
  .meta({ type: 'object', additionalProperties: {} });
