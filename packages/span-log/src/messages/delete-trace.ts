/** The kind of a message that deletes a trace. The message body is the trace id as 32 lower-case hex digits. */
export const deleteTraceKind = 'delete-trace';

/** Encodes the body of a delete message. */
export function encodeDeletedTrace(traceId: string): Buffer {
  return Buffer.from(traceId, 'latin1');
}

/** Returns the id of the trace that a delete message names, or `undefined` for an invalid body. */
export function deletedTraceOf({ frame }: { readonly frame: Uint8Array }): string | undefined {
  const traceId = Buffer.from(frame).toString('latin1');
  return /^[0-9a-f]{32}$/.test(traceId) ? traceId : undefined;
}
