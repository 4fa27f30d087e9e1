import {
  type HttpRequest,
  parseJsonRequest,
  unprocessable,
  type ValidationDetail,
} from '@spanhouse/service-runtime';
import {
  isJsonObject,
  type JsonValue,
  parseWindowing,
  type Windowing,
} from '@spanhouse/span-schema';
import { z } from 'zod';
import { parseText } from './read-json-body.js';

export interface ActorsQuery {
  readonly isLatest: boolean;
  readonly withSummaries: boolean;
  readonly windowing: Windowing;
}

/** Reads the body of a list of sessions or users: required, though it may be empty (API: 9.1). */
export async function parseActorsQuery(req: HttpRequest, limitBytes: number): Promise<ActorsQuery> {
  const schema = z.custom<JsonValue | undefined>();
  const body = await parseJsonRequest(req, { schema, parseText, limitBytes });
  if (body === undefined || body === null) {
    throw unprocessable([{ type: 'missing', loc: ['body'], msg: 'Field required', input: null }]);
  }
  if (!isJsonObject(body)) {
    const msg = 'Input should be a valid dictionary or object to extract fields from';
    throw unprocessable([{ type: 'model_attributes_type', loc: ['body'], msg }]);
  }
  const issues: ValidationDetail[] = [];
  const readFlag = (name: string) => {
    const value = body[name] ?? false;
    if (typeof value === 'boolean') return value;
    issues.push({
      ...{ type: 'bool_type', loc: ['body', name], msg: 'Input should be a valid boolean' },
      ...(typeof value === 'object' ? {} : { input: value }),
    });
    return false;
  };
  const flags = { isLatest: readFlag('realtime'), withSummaries: readFlag('include_summary') };
  const parsed = parseWindowing(body['windowing'], ['body', 'windowing']);
  if (parsed.status === 'malformed') throw unprocessable([...issues, ...parsed.issues]);
  if (issues.length > 0) throw unprocessable(issues);
  return { ...flags, windowing: parsed.windowing };
}
