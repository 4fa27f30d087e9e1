import { readSpan } from './load-span.js';

const { signal } = new AbortController();

describe('readSpan', () => {
  it('reads the model and the output of a span with so many events that little else is built', async () => {
    const event = { name: 'retry', attributes: { reason: 'rate limit' } };
    const events = new Array<object>(40_000).fill(event);
    const ag = { meta: { request: { model: 'gpt-5' } }, data: { outputs: { answer: 'Yes.' } } };
    const span = { span_id: 's', events, attributes: { ag } };

    const loaded = await readSpan(JSON.stringify({ count: 1, span }), signal);

    expect(loaded?.span.attributes).toEqual({ ag });
    expect(loaded?.raw.text).toBe(JSON.stringify(span));
  });

  it('says that a span is not stored', async () => {
    expect(await readSpan('{"count":0}', signal)).toBeNull();
  });
});
