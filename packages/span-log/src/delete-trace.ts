/** The kind of a message that deletes a trace. Its body is the trace id, 32 lower-case hex digits. */
export const deleteTraceKind = 'delete-trace';

export const encodeDeletedTrace = (traceId: string): Buffer => Buffer.from(traceId, 'latin1');

/** The trace that a message of this kind deletes; undefined when its body says none. */
export const deletedTraceOf = ({ frame }: { readonly frame: Uint8Array }): string | undefined => {
  const traceId = Buffer.from(frame).toString('latin1');
  return /^[0-9a-f]{32}$/.test(traceId) ? traceId : undefined;
};
