import { type Outline, STATUS_ERROR } from './outline.js';

/** Span types that represent actions of an agent; other spans are wrappers around them. */
const keyTypes = new Set('agent tool query llm chat completion embedding rerank'.split(' '));

/** Marks the roots, the failed spans, and the spans of agents, tools and models. */
export function keySpansOf({ parent, status, type, texts }: Outline): Uint8Array {
  const isKeyText = texts.map((text) => keyTypes.has(text));
  const isKey = new Uint8Array(parent.length);
  for (let at = 0; at < parent.length; at++) {
    const isRoot = (parent[at] ?? -1) < 0;
    const isWanted = isRoot || status[at] === STATUS_ERROR || isKeyText[type[at] ?? -1] === true;
    isKey[at] = isWanted ? 1 : 0;
  }
  return isKey;
}

/** Marks spans and their ancestors. */
export function withAncestors(
  { parent, count }: Pick<Outline, 'parent' | 'count'>,
  spans: Iterable<number>,
): Uint8Array {
  const marked = new Uint8Array(count);
  for (const span of spans) {
    for (let at = span; at >= 0 && marked[at] === 0; at = parent[at] ?? -1) {
      marked[at] = 1;
    }
  }
  return marked;
}
