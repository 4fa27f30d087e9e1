/** No client can send it: it is no character of a request id. */
const MARK = '~self~';

/**
 * Marks the request that brought nothing but spans about Spanhouse itself. The mark travels with its
 * messages, so that whoever handles them makes no spans about that.
 */
export const markSelfTelemetry = (requestId: string): string => `${MARK}${requestId}`;

export const isSelfTelemetry = (requestId: string): boolean => requestId.startsWith(MARK);
