/**
 * The contents of a message's headers. Later versions may add kinds. A reader MUST stop with an error at an unknown
 * kind and never skip the message.
 */
export interface LogMessageHeaders {
  readonly kind: string;
  readonly rowSchemaVersion: number;
  readonly projectId: string;
  readonly spanCount: number;
  readonly uncompressedBytes: number;
  /** Receive time in nanoseconds since the Unix epoch. */
  readonly receivedAt: bigint;
  readonly requestId: string;
  /** The id of the dead letter whose rows this message contains again. */
  readonly retryOf?: string;
  /**
   * Number of days for which the spans are kept; 0 means for ever. Absent if the publisher does not know the number.
   */
  readonly retentionDays?: number;
  /** The publisher, and the message's number within the partition. Absent in messages from earlier versions. */
  readonly origin?: MessageOrigin;
}

/** Identifies a message within its partition. A gap in the numbers reveals a missing message. */
interface MessageOrigin {
  readonly writer: string;
  /** Sequence number of the message among its writer's messages in the partition, starting at 1. */
  readonly number: number;
}

/** Encoded headers: Kafka headers, or JSON in the embedded log. */
export type TextHeaders = Readonly<Record<string, string>>;

/** Headers in the form that a log returns. Kafka returns bytes, or an array if a name is repeated. */
export type ReceivedHeaders = Readonly<
  Record<string, string | Uint8Array | readonly (string | Uint8Array)[] | undefined>
>;

/** The kind of a message that carries rows of spans. */
export const rowsKind = 'rows';

/**
 * The kind of a message if its `kind` header is known but its other headers are unreadable. Every reader stops at such
 * a message.
 */
export const unreadableKind = 'unreadable';

/**
 * The kind assigned to a message without a `kind` header. No version of Spanhouse writes such messages, so they can
 * never become readable.
 */
export const foreignKind = 'foreign';

/** Encodes a message's headers as strings. The origin is not included, because the publisher adds it last. */
export function encodeMessageHeaders(headers: Omit<LogMessageHeaders, 'origin'>): TextHeaders {
  return {
    kind: headers.kind,
    'row-schema-version': String(headers.rowSchemaVersion),
    'project-id': headers.projectId,
    'span-count': String(headers.spanCount),
    'uncompressed-bytes': String(headers.uncompressedBytes),
    'received-at': String(headers.receivedAt),
    'request-id': headers.requestId,
    ...(headers.retryOf !== undefined && { 'retry-of': headers.retryOf }),
    ...(headers.retentionDays !== undefined && {
      'retention-days': String(headers.retentionDays),
    }),
  };
}

/**
 * Decodes received headers. Never throws: a message with unreadable headers gets a separate kind. A message from
 * another program gets `arrivedAt` as its receive time.
 */
export function decodeMessageHeaders(received: ReceivedHeaders, arrivedAt = 0n): LogMessageHeaders {
  const kind = textOf(received['kind']);
  if (kind === undefined) {
    return foreignHeaders(arrivedAt);
  }
  const rowSchemaVersion = countOf(received['row-schema-version']);
  const spanCount = countOf(received['span-count']);
  const uncompressedBytes = countOf(received['uncompressed-bytes']);
  const receivedAt = countOf(received['received-at']);
  const isReadable =
    rowSchemaVersion !== undefined &&
    spanCount !== undefined &&
    uncompressedBytes !== undefined &&
    receivedAt !== undefined;
  const retryOf = textOf(received['retry-of']);
  const retentionDays = countOf(received['retention-days']);
  const origin = originOf(received);
  return {
    kind: isReadable ? kind : unreadableKind,
    rowSchemaVersion: Number(rowSchemaVersion ?? 0),
    projectId: textOf(received['project-id']) ?? '',
    spanCount: Number(spanCount ?? 0),
    uncompressedBytes: Number(uncompressedBytes ?? 0),
    receivedAt: receivedAt ?? 0n,
    requestId: textOf(received['request-id']) ?? '',
    ...(retryOf !== undefined && { retryOf }),
    ...(retentionDays !== undefined && { retentionDays: Number(retentionDays) }),
    ...(origin !== undefined && { origin }),
  };
}

function foreignHeaders(receivedAt: bigint): LogMessageHeaders {
  return {
    kind: foreignKind,
    rowSchemaVersion: 0,
    projectId: '',
    spanCount: 0,
    uncompressedBytes: 0,
    receivedAt,
    requestId: '',
  };
}

function originOf(received: ReceivedHeaders): MessageOrigin | undefined {
  const writer = textOf(received['writer']);
  const number = countOf(received['number']);
  return writer === undefined || number === undefined
    ? undefined
    : { writer, number: Number(number) };
}

/** Returns a header's value as a string; the first value if the header is repeated. */
export function textOf(value: ReceivedHeaders[string]): string | undefined {
  if (value === undefined || typeof value === 'string') {
    return value;
  }
  if (value instanceof Uint8Array) {
    return Buffer.from(value).toString('utf8');
  }
  return textOf(value[0]);
}

function countOf(value: ReceivedHeaders[string]): bigint | undefined {
  const text = textOf(value);
  return text !== undefined && /^\d{1,19}$/.test(text) ? BigInt(text) : undefined;
}
