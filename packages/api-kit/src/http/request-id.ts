import { randomUUID } from 'node:crypto';
import type { HttpMiddleware, HttpResponse } from './route.js';

const acceptable = /^[\w.:+/=-]{1,128}$/;

/**
 * Accepts the caller's `x-request-id` if it is short and contains only safe characters; otherwise creates an id. The
 * response contains the id.
 */
export const assignRequestId: HttpMiddleware = (req, res, next) => {
  const given = req.headers['x-request-id'];
  const id = typeof given === 'string' && acceptable.test(given) ? given : randomUUID();
  res.locals['requestId'] = id;
  res.setHeader('x-request-id', id);
  next();
};

/** Returns the id that `assignRequestId` assigned to the request. */
export function requestIdOf(res: HttpResponse): string {
  return String(res.locals['requestId']);
}
