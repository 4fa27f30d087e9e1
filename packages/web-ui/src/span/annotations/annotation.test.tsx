import {
  type Annotation,
  changedAnnotationBody,
  newAnnotationBody,
  readJudgement,
} from './use-annotations.js';

const annotation: Annotation = {
  traceId: 't',
  name: 'helpfulness',
  createdAt: '2026-05-01T10:05:00Z',
  updatedAt: undefined,
  isHuman: true,
  data: { inputs: { a: 1 }, outputs: { score: 3, comment: 'ok', label: 'x' } },
  about: [],
};

describe('changedAnnotationBody', () => {
  it('keeps data that the form does not edit', () => {
    expect(changedAnnotationBody(annotation, { score: 4, comment: undefined })).toEqual({
      trace: { data: { inputs: { a: 1 }, outputs: { label: 'x', score: 4 } } },
    });
  });
});

describe('newAnnotationBody', () => {
  it('links the annotation to its span', () => {
    const { trace } = newAnnotationBody(
      { traceId: 't', spanId: 's' },
      { score: undefined, comment: 'no' },
    );

    expect(trace.links).toEqual({ invocation: { trace_id: 't', span_id: 's' } });
    expect(trace.data).toEqual({ outputs: { comment: 'no' } });
  });
});

describe('readJudgement', () => {
  it('separates score and comment from other outputs', () => {
    expect(readJudgement(annotation)).toEqual({
      score: 3,
      comment: 'ok',
      others: { label: 'x' },
    });
  });

  it('leaves outputs of another form alone', () => {
    expect(readJudgement({ ...annotation, data: { outputs: 'good' } })).toBeUndefined();
    expect(readJudgement({ ...annotation, data: { outputs: { comment: [1] } } })).toEqual({
      score: undefined,
      comment: undefined,
      others: { comment: [1] },
    });
  });
});
