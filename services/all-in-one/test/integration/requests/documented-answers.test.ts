import { checkAnswer, type ReceivedAnswer } from '../../documented-answers.js';

const json = 'application/json';

function check(answer: Partial<ReceivedAnswer>) {
  const health = { method: 'GET', url: 'http://127.0.0.1/health', status: 200, contentType: json };
  return () => checkAnswer({ ...health, text: '{"status":"ok","version":"1"}', ...answer });
}

const zipkin = { method: 'POST', url: 'http://127.0.0.1/api/v2/spans', status: 202 };
const lines = { method: 'POST', url: 'http://127.0.0.1/spans/query' };

describe('the check of every answer', () => {
  it.each<[string, Partial<ReceivedAnswer>]>([
    ['a documented body', {}],
    ['a Zipkin answer without a body', { ...zipkin, contentType: '', text: '' }],
    ['dropped Zipkin spans', { ...zipkin, text: '{"dropped":[{"code":"a","message":"b"}]}' }],
    ['another error', { status: 429, text: '{"detail":"Too many."}' }],
    ['an unknown path that is not found', { url: 'http://127.0.0.1/nowhere', status: 404 }],
  ])('accepts %s', (_, answer) => {
    expect(check(answer)).not.toThrow();
  });

  it.each<[string, Partial<ReceivedAnswer>, string]>([
    ['a missing member', { text: '{"status":"ok"}' }, `"missingProperty":"version"`],
    ['an unnamed member', { text: '{"status":"ok","version":"1","x":1}' }, `Property":"x"`],
    ['another status', { status: 201 }, 'GET /health answered 201'],
    ['another content type', { contentType: 'text/plain' }, 'the type is "text/plain"'],
    ['an unknown path', { url: 'http://127.0.0.1/nowhere' }, 'it has no such operation'],
    [
      'a path that is not mirrored',
      { url: 'http://127.0.0.1/preview/health' },
      'no such operation',
    ],
    ['another Zipkin body', { ...zipkin, text: '{"droped":[]}' }, `Property":"droped"`],
    ['an invalid 422', { ...lines, status: 422, text: '{"detail":"no"}' }, '/detail must be array'],
    ['an invalid line', { ...lines, contentType: 'application/x-ndjson', text: '{}\n' }, '/Span:'],
  ])('refuses %s', (_, answer, problem) => {
    expect(check(answer)).toThrow(problem);
  });
});
