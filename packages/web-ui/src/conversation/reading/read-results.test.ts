import { readResults } from './read-results.js';

describe('readResults', () => {
  it('reads documents with their scores from every known path', () => {
    const documents = [{ document: { content: 'a', id: '1', score: 0.9 } }, { content: 'b' }];
    const expected = {
      kind: 'documents',
      documents: [
        { text: 'a', id: '1', score: 0.9 },
        { text: 'b', id: undefined, score: undefined },
      ],
    };

    expect(readResults({ retrieval: { documents } })).toEqual(expected);
    expect(readResults({ reranker: { output_documents: documents } })).toEqual(expected);
    expect(readResults({ documents })).toEqual(expected);
  });

  it('reads the length and the first numbers of vectors', () => {
    const vector = Array.from({ length: 1536 }, (_, at) => at / 2);
    const read = { text: undefined, length: 1536, first: [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5] };

    expect(readResults({ embedding: { vector } })).toEqual({ kind: 'vectors', vectors: [read] });
    expect(readResults({ embeddings: [vector, { embedding: { vector, text: 'a' } }] })).toEqual({
      kind: 'vectors',
      vectors: [read, { ...read, text: 'a' }],
    });
    expect(readResults({ data: [{ embedding: vector }] })).toEqual({
      kind: 'vectors',
      vectors: [read],
    });
  });

  it('ignores other values', () => {
    expect(readResults({ documents: 12 })).toBeUndefined();
    expect(readResults({ embedding: { text: 'a' } })).toBeUndefined();
    expect(readResults({ documents: [{ name: 'x' }] })).toBeUndefined();
    expect(readResults('text')).toBeUndefined();
  });
});
