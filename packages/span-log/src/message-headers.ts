/** `kind` is open: a reader that does not know it MUST stop and say so, never skip. */
export interface LogMessageHeaders {
  readonly kind: string;
  readonly rowSchemaVersion: number;
  readonly projectId: string;
  readonly spanCount: number;
  readonly uncompressedBytes: number;
  /** Nanoseconds since the Unix epoch. */
  readonly receivedAt: bigint;
  readonly requestId: string;
}

/** Headers as they travel: Kafka headers, or JSON in the embedded log. */
export type TextHeaders = Readonly<Record<string, string>>;

/** What a log may hand back: Kafka gives bytes, and an array where a name repeats. */
export type ReceivedHeaders = Readonly<
  Record<string, string | Uint8Array | readonly (string | Uint8Array)[] | undefined>
>;

export const rowsKind = 'rows';

/** The kind of a message whose headers cannot be read; no reader knows it. */
export const unreadableKind = 'unreadable';

export const encodeMessageHeaders = (headers: LogMessageHeaders): TextHeaders => ({
  kind: headers.kind,
  'row-schema-version': String(headers.rowSchemaVersion),
  'project-id': headers.projectId,
  'span-count': String(headers.spanCount),
  'uncompressed-bytes': String(headers.uncompressedBytes),
  'received-at': String(headers.receivedAt),
  'request-id': headers.requestId,
});

export const decodeMessageHeaders = (received: ReceivedHeaders): LogMessageHeaders => {
  const kind = textOf(received['kind']);
  const rowSchemaVersion = countOf(received['row-schema-version']);
  const spanCount = countOf(received['span-count']);
  const uncompressedBytes = countOf(received['uncompressed-bytes']);
  const receivedAt = countOf(received['received-at']);
  const isReadable =
    kind !== undefined &&
    rowSchemaVersion !== undefined &&
    spanCount !== undefined &&
    uncompressedBytes !== undefined &&
    receivedAt !== undefined;
  return {
    kind: isReadable ? kind : unreadableKind,
    rowSchemaVersion: Number(rowSchemaVersion ?? 0),
    projectId: textOf(received['project-id']) ?? '',
    spanCount: Number(spanCount ?? 0),
    uncompressedBytes: Number(uncompressedBytes ?? 0),
    receivedAt: receivedAt ?? 0n,
    requestId: textOf(received['request-id']) ?? '',
  };
};

export const textOf = (value: ReceivedHeaders[string]): string | undefined => {
  if (value === undefined || typeof value === 'string') return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  return textOf(value[0]);
};

const countOf = (value: ReceivedHeaders[string]): bigint | undefined => {
  const text = textOf(value);
  return text !== undefined && /^\d{1,19}$/.test(text) ? BigInt(text) : undefined;
};
