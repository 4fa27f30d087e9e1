/** The kind of a message that deletes a trace. The body of the message is the trace id, 32 lower-case hex digits. */
export const deleteTraceKind = 'delete-trace';

/** Encodes the body of a delete message. */
export function encodeDeletedTrace(traceId: string): Buffer {
  return Buffer.from(traceId, 'latin1');
}

/** Returns the trace id in a delete message, or `undefined` if the body is invalid. */
export function deletedTraceOf({ frame }: { readonly frame: Uint8Array }): string | undefined {
  const traceId = Buffer.from(frame).toString('latin1');
  return /^[0-9a-f]{32}$/.test(traceId) ? traceId : undefined;
}
