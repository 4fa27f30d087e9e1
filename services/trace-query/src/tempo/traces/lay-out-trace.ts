import { HttpProblem } from '@spanhouse/api-kit';
import { AppError } from '@spanhouse/service-runtime';
import { structureOf } from '@spanhouse/span-dialects/spans';
import {
  type TraceEnd,
  type TraceForm,
  TraceLayout,
  type TracePiece,
  toShownSpan,
} from '@spanhouse/span-dialects/tempo';
import type { StoredSpan } from '@spanhouse/span-row';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import { KeptBytes } from '../../front-doors/kept-bytes.js';
import { resourceOf, scopeOf, toSpanWithoutOrigin } from '../../front-doors/to-dialect-span.js';

/** The format of the answer, and the selection of the trace's spans. */
export interface TraceRequest {
  readonly form: TraceForm;
  readonly version: TraceEnd['version'];
  readonly limitBytes: number;
  /** Positions of the selected spans in ascending order; undefined for all spans. */
  readonly positions?: readonly number[] | undefined;
}

/**
 * Encodes a trace. If the trace exceeds the limit, version 1 throws a 422, and version 2 returns as many of the first
 * spans as fit. Asynchronous pieces are read from the store while they are being sent.
 */
export async function layOutTrace(
  trace: WholeTrace,
  { form, version, limitBytes, positions = [...trace.nodes.keys()] }: TraceRequest,
): Promise<Iterable<Uint8Array> | AsyncIterable<Uint8Array>> {
  const { cyclic } = structureOf(trace.nodes);
  const encode = (span: StoredSpan, position: number) =>
    form.span(toShownSpan(toSpanWithoutOrigin(span), cyclic.has(position)));
  const layout = new TraceLayout(form);
  const kept = await encodeAll(trace, { encode, layout, limitBytes, positions });
  const left = trace.nodes.length - positions.length;
  const partial = left === 0 ? undefined : `${left} spans do not match q`;
  const pieces = arrangeWithin(layout, { version, partial }, limitBytes);
  return kept.fits ? keptPieces(pieces, kept) : readPieces(pieces, trace, encode);
}

/** Encodes a trace without spans, which version 2 returns for an unknown trace. */
export function emptyTrace(form: TraceForm): readonly Uint8Array[] {
  const { pieces } = new TraceLayout(form).arrange({ version: 2, partial: undefined });
  return pieces as readonly Uint8Array[];
}

type Encode = (span: StoredSpan, position: number) => Uint8Array;

interface Encoding {
  readonly encode: Encode;
  readonly layout: TraceLayout;
  readonly limitBytes: number;
  readonly positions: readonly number[];
}

/** Encodes spans until their total size exceeds the limit. */
async function encodeAll(
  { read }: WholeTrace,
  { encode, layout, limitBytes, positions }: Encoding,
): Promise<KeptSpans> {
  const kept = new KeptSpans();
  let seen = 0;
  for await (const spans of read(positions)) {
    for (const span of spans) {
      const position = positions[seen] as number;
      const bytes = encode(span, position);
      const origin = originOf(span);
      layout.add({ position, bytes: bytes.length }, origin);
      kept.add(position, bytes, `${origin.resourceKey}\0${origin.scopeKey}`);
      seen += 1;
      if (layout.leastBytes > limitBytes) {
        return kept;
      }
    }
  }
  return kept;
}

/** Returns keys that identify a span's resource and scope. Equal resources have equal JSON in the store. */
function originOf(span: StoredSpan) {
  return {
    resourceKey: span.resource ?? '',
    scopeKey: span.scope ?? '',
    resource: () => resourceOf(span),
    scope: () => scopeOf(span),
  };
}

function arrangeWithin(
  layout: TraceLayout,
  end: TraceEnd,
  limitBytes: number,
): readonly TracePiece[] {
  const tooLarge = `trace exceeds maximum size of ${limitBytes} bytes`;
  let { pieces, bytes } = layout.arrange(end);
  if (bytes > limitBytes && end.version === 1) {
    throw new HttpProblem(422, { detail: tooLarge });
  }
  while (bytes > limitBytes && layout.hasSpans) {
    layout.removeLast();
    const partial = `${tooLarge}; only its first spans are returned`;
    ({ pieces, bytes } = layout.arrange({ ...end, partial }));
  }
  return pieces;
}

function* keptPieces(pieces: readonly TracePiece[], kept: KeptSpans): Generator<Uint8Array> {
  const read = kept.reader();
  for (const piece of pieces) {
    yield 'position' in piece ? read(piece) : piece;
  }
}

/** Yields the answer. Reads the spans a second time, in the order in which they are sent. */
async function* readPieces(
  pieces: readonly TracePiece[],
  { trace_id, read }: WholeTrace,
  encode: Encode,
): AsyncGenerator<Uint8Array> {
  const positions = pieces.flatMap((piece) => ('position' in piece ? piece.position : []));
  const spans = eachSpan(read(positions));
  for (const piece of pieces) {
    if (!('position' in piece)) {
      yield piece;
      continue;
    }
    const { value } = await spans.next();
    const bytes = value === undefined ? undefined : encode(value, piece.position);
    if (bytes?.length !== piece.bytes) {
      // A later version of the span has been stored, so the lengths that were already sent are wrong.
      const message = `trace ${trace_id} changed while it was sent`;
      throw new AppError('CLICKHOUSE_UNAVAILABLE', message, { retryable: true });
    }
    yield bytes;
  }
}

async function* eachSpan(
  portions: ReturnType<WholeTrace['read']>,
): AsyncGenerator<StoredSpan, undefined> {
  for await (const spans of portions) {
    yield* spans;
  }
  return undefined;
}

/**
 * Maximum compressed size of the encoded spans that are kept in memory. Above this limit, all spans are read again
 * while they are being sent.
 */
const MAX_KEPT_BYTES = 8 * 1024 * 1024;

/** Keeps encoded spans in groups that share an origin. A group's spans are sent together. */
class KeptSpans {
  readonly #groups = new Map<string, KeptBytes>();
  readonly #groupOf = new Map<number, KeptBytes>();
  #size = 0;

  /** False if the encoded spans took too much memory. */
  get fits(): boolean {
    return this.#size <= MAX_KEPT_BYTES;
  }

  add(position: number, bytes: Uint8Array, group: string): void {
    if (!this.fits) {
      return;
    }
    let kept = this.#groups.get(group);
    if (kept === undefined) {
      kept = new KeptBytes();
      this.#groups.set(group, kept);
    }
    this.#size -= kept.size;
    kept.add(bytes);
    this.#size += kept.size;
    this.#groupOf.set(position, kept);
    if (!this.fits) {
      this.#groups.clear();
      this.#groupOf.clear();
    }
  }

  /**
   * Returns a function that reads the span at a position from its group. The spans of a group MUST be read in the order
   * in which they were added.
   */
  reader(): (span: { readonly position: number; readonly bytes: number }) => Uint8Array {
    const readers = new Map([...this.#groups.values()].map((kept) => [kept, createReader(kept)]));
    return ({ position, bytes }) => {
      const kept = this.#groupOf.get(position);
      const read = kept && readers.get(kept);
      return read?.(bytes) ?? new Uint8Array();
    };
  }
}

/** Returns a function that reads the next span, given its number of bytes. No span is split between chunks. */
function createReader(kept: KeptBytes): (bytes: number) => Uint8Array {
  const chunks = kept.chunks();
  let chunk: Uint8Array = new Uint8Array();
  return (bytes) => {
    if (chunk.length === 0) {
      chunk = chunks.next().value ?? chunk;
    }
    const span = chunk.subarray(0, bytes);
    chunk = chunk.subarray(bytes);
    return span;
  };
}
