import { randomUUID } from 'node:crypto';
import type { HttpRequest, HttpResponse } from './route.js';

const ACCEPTABLE = /^[\w.:+/=-]{1,128}$/;

/** Takes the caller's `x-request-id` when it is harmless, and tells the caller which id holds. */
export function assignRequestId(req: HttpRequest, res: HttpResponse): void {
  const given = req.headers['x-request-id'];
  const id = typeof given === 'string' && ACCEPTABLE.test(given) ? given : randomUUID();
  res.locals['requestId'] = id;
  res.setHeader('x-request-id', id);
}

export function requestIdOf(res: HttpResponse): string {
  return String(res.locals['requestId']);
}
