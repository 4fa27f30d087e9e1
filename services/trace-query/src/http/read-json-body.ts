import {
  type HttpRequest,
  jsonInvalid,
  parseJsonRequest,
  unprocessable,
  type ValidationDetail,
} from '@spanhouse/service-runtime';
import { parseJsonText } from '@spanhouse/span-intake';
import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { z } from 'zod';

const anyJson = z.custom<JsonValue | undefined>();

/** The object in a body that is optional: none and null are `{}`. Throws the HttpProblem of the contract. */
export async function readJsonObject(req: HttpRequest, limitBytes: number): Promise<JsonObject> {
  const value = await parseJsonRequest(req, { schema: anyJson, parseText, limitBytes });
  if (value === undefined || value === null) return {};
  if (isJsonObject(value)) return value;
  throw unprocessable([NOT_AN_OBJECT]);
}

const NOT_AN_OBJECT: ValidationDetail = {
  type: 'model_attributes_type',
  loc: ['body'],
  msg: 'Input should be a valid dictionary or object to extract fields from',
};

/** Throws the 422 of malformed text. */
export function parseText(text: string): JsonValue {
  const parsed = parseJsonText(text);
  if (parsed.status === 'malformed') throw jsonInvalid(parsed.message);
  return parsed.value;
}
