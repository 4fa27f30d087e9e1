import type { InstrumentationScope, SpanResource } from '@spanhouse/span-schema';
import type { Frame, TraceEnd, TraceForm } from './trace-form.js';

/** The resource and the scope of a span. Equal keys mean equal resources or equal scopes. */
interface SpanOrigin {
  readonly resourceKey: string;
  readonly scopeKey: string;
  readonly resource: () => SpanResource | undefined;
  readonly scope: () => InstrumentationScope | undefined;
}

/** The position of a span in its trace, and its size. */
interface LaidSpan {
  readonly position: number;
  readonly bytes: number;
}

interface ScopeGroup {
  readonly of: InstrumentationScope | undefined;
  readonly betweenBytes: number;
  readonly spans: LaidSpan[];
}

interface ResourceGroup {
  readonly of: SpanResource | undefined;
  readonly scopes: Map<string, ScopeGroup>;
}

/** The bytes of a frame, or the position of a span with its number of bytes. */
export type TracePiece = Uint8Array | LaidSpan;

/**
 * The order of a trace in an answer. Spans with the same resource and scope are adjacent, in the order of their first
 * spans. Only the sizes of spans are stored, because a frame is written before its elements and depends on their
 * length.
 */
export class TraceLayout {
  readonly #form: TraceForm;
  readonly #resources = new Map<string, ResourceGroup>();
  /** The groups, in the order of their first spans. */
  readonly #added: ScopeGroup[] = [];
  /** Lower bound of the size. Frames grow with their contents. */
  #leastBytes = 0;

  constructor(form: TraceForm) {
    this.#form = form;
  }

  get leastBytes(): number {
    return this.#leastBytes;
  }

  get hasSpans(): boolean {
    return this.#added.length > 0;
  }

  /** Adds a span. Spans MUST be added in the order (start_time, span_id). */
  add(span: LaidSpan, origin: SpanOrigin): void {
    const scope = this.#scopeOf(origin);
    this.#leastBytes += span.bytes + (scope.spans.length === 0 ? 0 : scope.betweenBytes);
    scope.spans.push(span);
    this.#added.push(scope);
  }

  /** Removes the span that was added last. */
  removeLast(): void {
    this.#added.pop()?.spans.pop();
  }

  /** Returns the pieces in order, and their total size. */
  arrange(end: TraceEnd): { readonly pieces: readonly TracePiece[]; readonly bytes: number } {
    const resources = [...this.#resources.values()].map(({ of, scopes }) => {
      const filled = [...scopes.values()].filter(({ spans }) => spans.length > 0);
      const parts = filled.map(({ of: scope, spans }) =>
        framed(spans.map(toPart), (bytes) => this.#form.scopeFrame(scope, bytes)),
      );
      return parts.length === 0
        ? undefined
        : framed(parts, (bytes) => this.#form.resourceFrame(of, bytes));
    });
    const present = resources.filter((part) => part !== undefined);
    return framed(present, (bytes) => this.#form.traceFrame(end, bytes));
  }

  #scopeOf(origin: SpanOrigin): ScopeGroup {
    const { scopes } = this.#resourceOf(origin);
    const known = scopes.get(origin.scopeKey);
    if (known !== undefined) {
      return known;
    }
    const of = origin.scope();
    const frame = this.#form.scopeFrame(of, 0);
    const added: ScopeGroup = { of, spans: [], betweenBytes: frame.between.length };
    scopes.set(origin.scopeKey, added);
    this.#leastBytes += bytesOf(frame);
    return added;
  }

  #resourceOf({ resourceKey, resource }: SpanOrigin): ResourceGroup {
    const known = this.#resources.get(resourceKey);
    if (known !== undefined) {
      return known;
    }
    const added: ResourceGroup = { of: resource(), scopes: new Map() };
    this.#resources.set(resourceKey, added);
    this.#leastBytes += bytesOf(this.#form.resourceFrame(added.of, 0));
    return added;
  }
}

interface Part {
  readonly pieces: readonly TracePiece[];
  readonly bytes: number;
}

function toPart(span: LaidSpan): Part {
  return { pieces: [span], bytes: span.bytes };
}

function framed(parts: readonly Part[], frameOf: (bytes: number) => Frame): Part {
  const { between } = frameOf(0);
  const betweenBytes = between.length * Math.max(0, parts.length - 1);
  const inner = parts.reduce((sum, { bytes }) => sum + bytes, betweenBytes);
  const frame = frameOf(inner);
  const pieces: TracePiece[] = [frame.before];
  parts.forEach((part, index) => {
    if (index > 0 && between.length > 0) {
      pieces.push(between);
    }
    for (const piece of part.pieces) {
      pieces.push(piece);
    }
  });
  pieces.push(frame.after);
  return { pieces, bytes: inner + frame.before.length + frame.after.length };
}

function bytesOf({ before, after }: Frame): number {
  return before.length + after.length;
}
