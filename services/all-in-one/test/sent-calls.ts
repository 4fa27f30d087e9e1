/** A call between two sides. If one side is a database or a user, only the opposite side sends a span. */
export interface SentCall {
  readonly type: 'call' | 'messaging' | 'database' | 'user';
  readonly client: string;
  readonly server: string;
  /** The name of the server span, or of the only span if the call has only one side. */
  readonly operation: string;
  readonly isFailed: boolean;
  readonly clientMs: number;
  readonly serverMs: number;
}

const sides = [
  { type: 'call', client: 'shop', server: 'payments' },
  { type: 'call', client: 'shop', server: 'stock' },
  { type: 'call', client: 'payments', server: 'ledger' },
  { type: 'messaging', client: 'shop', server: 'mailer' },
  { type: 'database', client: 'stock', server: 'items' },
  { type: 'user', client: 'user', server: 'shop' },
] as const;
const OPERATIONS = 8;

/** Returns 36 calls. Operation number n is called n times, and the sides vary. */
export function someCalls(): readonly SentCall[] {
  return Array.from({ length: OPERATIONS }, (_, operation) => operation).flatMap((operation) =>
    Array.from({ length: operation + 1 }, (_, turn): SentCall => {
      const { [(operation * 3 + turn) % sides.length]: between = sides[0] } = sides;
      const ms = (operation * 97 + turn * 331) % 1700;
      return {
        ...between,
        operation: `operation ${operation}`,
        isFailed: (operation + turn) % 4 === 0,
        clientMs: between.type === 'messaging' ? 5 : ms + 20,
        serverMs: ms,
      };
    }),
  );
}

const kinds = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 };
const NS_PER_MS = 1_000_000n;

interface SentSpan {
  readonly service: string;
  readonly name: string;
  readonly kind: number;
  readonly ms: number;
  readonly isFailed: boolean;
  readonly attributes?: readonly object[];
}

/**
 * Converts calls to the body of an OTLP/JSON export request. Each call is a separate trace that ends at the given time.
 */
export function callsAsOtlp(calls: readonly SentCall[], endNs: bigint): object {
  return {
    resourceSpans: calls.flatMap((call) => {
      const traceId = crypto.randomUUID().replaceAll('-', '');
      return spansOf(call).map(({ service, ms, isFailed, ...span }, index) => ({
        resource: { attributes: [text('service.name', service)] },
        scopeSpans: [
          {
            spans: [
              {
                ...span,
                traceId,
                spanId: idOf(index),
                ...(index > 0 && { parentSpanId: idOf(index - 1) }),
                startTimeUnixNano: String(endNs - BigInt(ms) * NS_PER_MS),
                endTimeUnixNano: String(endNs),
                status: isFailed ? { code: 2 } : {},
              },
            ],
          },
        ],
      }));
    }),
  };
}

function spansOf(call: SentCall): readonly SentSpan[] {
  const { client, server, operation: name, isFailed, clientMs, serverMs } = call;
  const asking = { service: client, name: `ask for ${name}`, ms: clientMs, isFailed: false };
  const serving = { service: server, name, ms: serverMs, isFailed };
  switch (call.type) {
    case 'call':
      return [
        { ...asking, kind: kinds.client },
        { ...serving, kind: kinds.server },
      ];
    case 'messaging':
      return [
        { ...asking, kind: kinds.producer },
        { ...serving, kind: kinds.consumer },
      ];
    case 'database':
      return [
        {
          ...serving,
          service: client,
          kind: kinds.client,
          attributes: [text('db.system', 'sql'), text('db.name', server)],
        },
      ];
    case 'user':
      return [{ ...serving, kind: kinds.server }];
  }
}

function idOf(index: number): string {
  return String(index + 1).padStart(16, '0');
}

function text(key: string, stringValue: string): object {
  return { key, value: { stringValue } };
}
