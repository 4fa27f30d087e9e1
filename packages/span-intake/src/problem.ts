import type { JsonObject, JsonValue } from '@spanhouse/span-schema';

export type Location = readonly (string | number)[];

/** An entry of a 422 `detail` list, in its wire form; `input` may hold bigints. */
export interface ProblemEntry {
  type: string;
  loc: Location;
  msg: string;
  input?: JsonValue;
  ctx?: JsonObject;
}

/** The request does not fit the model: 422. */
export interface UnprocessableRequest {
  status: 'unprocessable';
  detail: ProblemEntry[];
}

/** A payload rule is broken: 400 with this text. */
export interface BadRequest {
  status: 'bad_request';
  message: string;
}

export function unprocessable(entry: ProblemEntry): UnprocessableRequest {
  return { status: 'unprocessable', detail: [entry] };
}

export function badRequest(message: string): BadRequest {
  return { status: 'bad_request', message };
}
