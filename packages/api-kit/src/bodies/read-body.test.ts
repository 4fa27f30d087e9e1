import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import zlib from 'node:zlib';
import fc from 'fast-check';
import { type ReadBodyOptions, readBody } from './read-body.js';

const LIMIT = 200_000;

const encoders: Record<string, (body: Uint8Array) => Buffer> = {
  identity: Buffer.from,
  gzip: zlib.gzipSync,
  'X-GZip': zlib.gzipSync,
  deflate: zlib.deflateSync,
  zstd: zlib.zstdCompressSync,
};
const compressed = ['gzip', 'deflate', 'zstd'] as const;

/** Creates a request whose body arrives in the given chunks. */
function requestOf(chunks: readonly Uint8Array[], headers: Record<string, string> = {}) {
  const stream = new PassThrough();
  const req = Object.assign(stream, { headers, socket: { destroy: () => undefined } });
  for (const chunk of chunks) {
    stream.write(chunk);
  }
  stream.end();
  return req as unknown as IncomingMessage;
}

function split(body: Uint8Array, at: readonly number[]): Uint8Array[] {
  const cuts = [
    0,
    ...at.map((cut) => cut % (body.length + 1)).toSorted((a, b) => a - b),
    body.length,
  ];
  return cuts.slice(1).map((end, index) => body.subarray(cuts[index], end));
}

function read(body: Uint8Array, encoding: string, options: Partial<ReadBodyOptions> = {}) {
  const req = requestOf([body], { 'content-encoding': encoding });
  return readBody(req, { limitBytes: LIMIT, ...options });
}

const anyBody = fc.oneof(
  fc.uint8Array({ maxLength: 5000 }),
  fc.nat(LIMIT).map((length) => new Uint8Array(length)),
);

describe('readBody', () => {
  it('returns every body in every encoding, however it is split into chunks', async () => {
    const encodings = fc.constantFrom(...Object.keys(encoders));

    await fc.assert(
      fc.asyncProperty(anyBody, encodings, fc.array(fc.nat()), async (body, encoding, cuts) => {
        const sent = encoders[encoding]?.(body) ?? Buffer.alloc(0);
        const req = requestOf(split(sent, cuts), { 'content-encoding': encoding });

        const received = await readBody(req, { limitBytes: LIMIT });

        expect(received.equals(body)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('reports a truncated or altered stream as damaged, and never returns a part of the body', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 3000 }),
        fc.constantFrom(...compressed),
        fc.nat(),
        async (body, encoding, cut) => {
          const sent = encoders[encoding]?.(body) ?? Buffer.alloc(0);
          const cutShort = sent.subarray(0, 1 + (cut % (sent.length - 1)));

          await expect(read(cutShort, encoding)).rejects.toMatchObject({ reason: 'damaged' });
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each(compressed)('reports plain text that is declared as %s as damaged', async (encoding) => {
    await expect(read(Buffer.from('{"spans":[]}'), encoding)).rejects.toMatchObject({
      reason: 'damaged',
    });
  });

  it('accepts deflate without the zlib header', async () => {
    const body = Buffer.from('{"spans":[]}'.repeat(100));

    expect(await read(zlib.deflateRawSync(body), 'deflate')).toEqual(body);
  });

  it('accepts a gzip stream of several members', async () => {
    const sent = Buffer.concat([zlib.gzipSync('one '), zlib.gzipSync('two')]);

    expect(String(await read(sent, 'gzip'))).toBe('one two');
  });

  it('accepts an empty body with any encoding', async () => {
    expect(await read(Buffer.alloc(0), 'gzip')).toHaveLength(0);
  });

  it.each(['br', 'compress', 'gzip, gzip', 'constructor'])('refuses encoding %j', async (name) => {
    await expect(read(Buffer.from('x'), name)).rejects.toMatchObject({
      reason: 'unknown_encoding',
    });
  });
});

describe('readBody: limits', () => {
  it('refuses a body by its declared length before it reads', async () => {
    const req = requestOf([], { 'content-length': String(LIMIT + 1) });

    await expect(readBody(req, { limitBytes: LIMIT })).rejects.toMatchObject({
      reason: 'too_large',
      limitBytes: LIMIT,
    });
  });

  it('stops reading a body of undeclared length at the limit', async () => {
    const exact = requestOf([Buffer.alloc(LIMIT - 1), Buffer.alloc(1)]);
    const over = requestOf([Buffer.alloc(LIMIT), Buffer.alloc(1)]);

    expect(await readBody(exact, { limitBytes: LIMIT })).toHaveLength(LIMIT);
    await expect(readBody(over, { limitBytes: LIMIT })).rejects.toMatchObject({
      reason: 'too_large',
    });
  });

  it.each(compressed)(
    'stops a %s bomb during decompression, and accepts a body of exactly the limit',
    async (encoding) => {
      const bomb = encoders[encoding]?.(Buffer.alloc(LIMIT * 50)) ?? Buffer.alloc(0);
      const exact = encoders[encoding]?.(Buffer.alloc(LIMIT)) ?? Buffer.alloc(0);
      const over = encoders[encoding]?.(Buffer.alloc(LIMIT + 1)) ?? Buffer.alloc(0);

      await expect(read(bomb, encoding)).rejects.toMatchObject({ reason: 'too_large' });
      await expect(read(over, encoding)).rejects.toMatchObject({ reason: 'too_large' });
      expect(await read(exact, encoding)).toHaveLength(LIMIT);
    },
  );

  it('reports a body that ends early as aborted', async () => {
    const req = new PassThrough() as unknown as IncomingMessage & PassThrough;
    Object.assign(req, { headers: { 'content-length': '10' } });
    const body = readBody(req, { limitBytes: LIMIT });

    req.write('12345');
    req.destroy();

    await expect(body).rejects.toMatchObject({ reason: 'aborted' });
  });

  it('reports a body as aborted if the client disconnected before the read', async () => {
    const req = requestOf([], { 'content-length': '10' });
    req.destroy();
    await once(req, 'close');

    await expect(readBody(req, { limitBytes: LIMIT })).rejects.toMatchObject({ reason: 'aborted' });
  });
});

describe('readBody: sniffing', () => {
  const text = Buffer.from('{"resourceSpans":[]}');

  it.each([
    ['gzip without a header', zlib.gzipSync(text), 'identity'],
    ['zlib without a header', zlib.deflateSync(text), ''],
    ['gzip declared as deflate', zlib.gzipSync(text), 'deflate'],
    ['zlib declared as gzip', zlib.deflateSync(text), 'gzip'],
    ['what was declared right', zlib.gzipSync(text), 'gzip'],
    ['zstd', zlib.zstdCompressSync(text), 'zstd'],
    ['no compression', text, 'identity'],
  ])('recognises %s', async (_what, sent, encoding) => {
    expect(await read(sent, encoding, { sniff: true })).toEqual(text);
  });

  it('trusts the header unless sniffing is on', async () => {
    const sent = zlib.gzipSync(text);

    expect(await read(sent, 'identity')).toEqual(sent);
  });
});
