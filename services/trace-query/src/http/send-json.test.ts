import request from 'supertest';
import { aStoredSpan } from '../testing/a-stored-span.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

describe('a long answer', () => {
  const ask = (accepted: string) => {
    const { app, reader } = createTestTraceQuery();
    const attributes = JSON.stringify({ text: 'a'.repeat(100_000), ag: { data: {} } });
    reader.add(
      Array.from({ length: 20 }, (_, n) =>
        aStoredSpan({ attributes, span_id: n.toString(16).padStart(16, '0') }),
      ),
    );
    return request(app).post('/spans/query').set('accept-encoding', accepted).send({});
  };

  it('is compressed with gzip while it is written if the client accepts that', async () => {
    const compressed = await ask('gzip, br');
    const plain = await ask('identity');

    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(compressed.body).toEqual(plain.body);
    expect(compressed.text.length).toBeGreaterThan(2_000_000);
  });

  it.each(['', 'a'])('keeps surrogate pairs at the borders of chunks, after %j', async (before) => {
    const { app, reader } = createTestTraceQuery();
    const text = before + '😀'.repeat(400_000);
    reader.add([aStoredSpan({ attributes: JSON.stringify({ text, ag: { data: {} } }) })]);

    const { body } = await request(app).post('/spans/query').send({});

    expect(body.spans[0].attributes.text === text).toBe(true);
  });
});
