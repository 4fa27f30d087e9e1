import { asUnread } from '../../api/json/unread-json.js';
import { type Json, membersOf, valueAt } from '../../api/shown-span.js';
import { textIn } from './read-content.js';

/** A document that a search or a reranker returned. */
export interface FoundDocument {
  readonly text: string;
  readonly id: string | undefined;
  readonly score: Json | undefined;
}

/** Documents or vectors that a span returned. */
export type Results =
  | { readonly kind: 'documents'; readonly documents: readonly FoundDocument[] }
  | { readonly kind: 'vectors'; readonly vectors: readonly Vector[] };

/** A vector: its length, its first numbers and, if known, the text that it was computed from. */
export interface Vector {
  readonly text: string | undefined;
  readonly length: number;
  readonly first: readonly Json[];
}

const FIRST_NUMBERS = 8;

/** Paths at which retrievers, rerankers and other tools store documents. */
const documentPaths: readonly (readonly string[])[] = [
  ['retrieval', 'documents'],
  ['reranker', 'output_documents'],
  ['reranker', 'input_documents'],
  ['documents'],
  ['ranking'],
];

const vectorPaths: readonly (readonly string[])[] = [
  ['embedding', 'vector'],
  ['embedding'],
  ['embeddings'],
  ['data'],
];

/** Reads the documents or vectors of an input or output; returns undefined if it contains none. */
export function readResults(value: Json | undefined): Results | undefined {
  const documents = documentPaths.map((path) => documentsAt(valueAt(value, ...path)));
  const found = documents.find((list) => list.length > 0);
  if (found !== undefined) {
    return { kind: 'documents', documents: found };
  }
  const vectors = vectorPaths.map((path) => vectorsAt(valueAt(value, ...path)));
  const first = vectors.find((list) => list.length > 0);
  return first === undefined ? undefined : { kind: 'vectors', vectors: first };
}

function documentsAt(value: Json | undefined): readonly FoundDocument[] {
  const list = listIn(value);
  const documents = list.map(readDocument);
  return documents.every((document) => document !== undefined) ? documents : [];
}

function readDocument(value: Json): FoundDocument | undefined {
  if (typeof value === 'string') {
    return { text: value, id: undefined, score: undefined };
  }
  const members = membersOf(value);
  const inner = membersOf(members?.['document']) ?? members;
  const text = textIn(inner, 'content', 'text', 'page_content');
  if (members === undefined || inner === undefined || text === undefined) {
    return undefined;
  }
  const score = inner['score'] ?? members['score'] ?? members['relevance_score'];
  return { text, id: textIn(inner, 'id'), score };
}

function vectorsAt(value: Json | undefined): readonly Vector[] {
  const own = vectorOf(value, undefined);
  if (own !== undefined) {
    return [own];
  }
  const vectors = listIn(value).map((item) => {
    const inner = membersOf(item)?.['embedding'] ?? item;
    return vectorOf(membersOf(inner)?.['vector'] ?? inner, textIn(membersOf(inner), 'text'));
  });
  return vectors.every((vector) => vector !== undefined) ? vectors : [];
}

function vectorOf(value: Json | undefined, text: string | undefined): Vector | undefined {
  const unread = asUnread(value);
  if (unread !== undefined) {
    const { index, container } = unread;
    const beginning = unread.text.slice(1, 400).split(',').slice(0, FIRST_NUMBERS).map(Number);
    return index.isList(container) && beginning.every(Number.isFinite)
      ? { text, length: index.sizeOf(container), first: beginning }
      : undefined;
  }
  if (!Array.isArray(value) || value.length === 0) {
    return undefined;
  }
  const numbers = value as readonly Json[];
  return numbers.every((number) => typeof number === 'number' || typeof number === 'bigint')
    ? { text, length: numbers.length, first: numbers.slice(0, FIRST_NUMBERS) }
    : undefined;
}

/**
 * Returns the items of a list. Also accepts an object with the member names 0, 1, …, because some libraries send such
 * an object instead.
 */
function listIn(value: Json | undefined): readonly Json[] {
  if (Array.isArray(value)) {
    return value as readonly Json[];
  }
  const members = asUnread(value) === undefined ? membersOf(value) : undefined;
  const names = Object.keys(members ?? {});
  return names.every((name) => /^\d+$/.test(name)) ? Object.values(members ?? {}) : [];
}
