import { KeptBytes } from '../../front-doors/kept-bytes.js';

/** Maximum compressed size of kept spans. More spans are read again when they are sent. */
const MAX_KEPT_BYTES = 8 * 1024 * 1024;

/** Keeps encoded spans in groups of the same origin. The spans of a group are sent one after the other. */
export class KeptSpans {
  readonly #groups = new Map<string, KeptBytes>();
  readonly #groupOf = new Map<number, KeptBytes>();
  #size = 0;

  /** False once the spans take too much memory. */
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

  /** Returns a function that returns the next span of the group of a position. Each group is read in order. */
  reader(): (span: { readonly position: number; readonly bytes: number }) => Uint8Array {
    const readers = new Map([...this.#groups.values()].map((kept) => [kept, readerOf(kept)]));
    return ({ position, bytes }) => {
      const kept = this.#groupOf.get(position);
      const read = kept && readers.get(kept);
      return read?.(bytes) ?? new Uint8Array();
    };
  }
}

/** Returns a reader of consecutive spans. A span is never split between chunks. */
function readerOf(kept: KeptBytes): (bytes: number) => Uint8Array {
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
