import type { InstrumentationScope, SpanResource } from '@spanhouse/span-schema';
import type { Frame, TraceEnd, TraceForm } from './trace-form.js';

/** Keys of a span's resource and scope. Equal resources have equal keys, and so do equal scopes. */
interface SpanOrigin {
  readonly resourceKey: string;
  readonly scopeKey: string;
  readonly resource: () => SpanResource | undefined;
  readonly scope: () => InstrumentationScope | undefined;
}

/** Position of a span in its trace, and the span's encoded size. */
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

/** Bytes of a frame, or the position and size of a span. */
export type TracePiece = Uint8Array | LaidSpan;

/**
 * Arranges a trace for an answer. Spans with the same resource and scope are adjacent, and groups are in the order of
 * their first spans. The layout stores the sizes of spans but not their bytes. The sizes suffice to write a frame,
 * which precedes its elements and depends on their length.
 */
export class TraceLayout {
  readonly #form: TraceForm;
  readonly #resources = new Map<string, ResourceGroup>();
  /** Groups, in the order of their first spans. */
  readonly #added: ScopeGroup[] = [];
  /**
   * Lower bound of the total size. It includes the size of each frame without elements, because elements can only
   * enlarge a frame.
   */
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

  /** Adds a span. Spans MUST be added in the order of (start_time, span_id). */
  add(span: LaidSpan, origin: SpanOrigin): void {
    const scope = this.#scopeOf(origin);
    this.#leastBytes += span.bytes + (scope.spans.length === 0 ? 0 : scope.betweenBytes);
    scope.spans.push(span);
    this.#added.push(scope);
  }

  /** Removes the most recently added span. */
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
