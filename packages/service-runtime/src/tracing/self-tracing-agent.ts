import type { IncomingMessage } from 'node:http';

/** How exports of self-tracing begin their `user-agent`. */
export const SELF_TRACING_AGENT = 'spanhouse-self-tracing';

/** A request that brings traces of Spanhouse itself: it is not traced, whatever becomes of it. */
export function isSelfTracingExport(req: Pick<IncomingMessage, 'headers'>): boolean {
  return req.headers['user-agent']?.startsWith(SELF_TRACING_AGENT) ?? false;
}
