import type { IncomingMessage } from 'node:http';
import zlib from 'node:zlib';
import { FakeClock } from '@spanhouse/service-runtime/testing';
import { Registry } from 'prom-client';
import request from 'supertest';
import { createTestHttpApp } from '../testing/test-http-app.js';
import { InFlightBytes } from './in-flight-bytes.js';
import { decompressWithin, readBody } from './read-body.js';

const LIMIT = 200_000;

describe('readBody: bytes in flight', () => {
  const setUp = (maxBytes: number) => {
    const registry = new Registry();
    const inFlight = new InFlightBytes({ maxBytes, clock: new FakeClock(), registry });
    const handler = async (req: IncomingMessage, res: { json(body: unknown): void }) => {
      const owner = req.headers['x-owner'];
      const inFlightOwner = typeof owner === 'string' ? owner : '';
      const { length } = await readBody(req, { limitBytes: LIMIT, inFlight, inFlightOwner });
      res.json({ length, held: inFlight.heldBytes });
    };
    const app = createTestHttpApp([{ method: 'POST', path: '/x', handler }]);
    return { app, inFlight, registry };
  };

  it('counts the bytes of a body until the answer is sent', async () => {
    const { app, inFlight } = setUp(LIMIT);

    const { body } = await request(app).post('/x').send('12345');

    expect(body).toEqual({ length: 5, held: 5 });
    expect(inFlight.heldBytes).toBe(0);
  });

  it('counts the decompressed size', async () => {
    const { app, inFlight } = setUp(LIMIT);

    const { body } = await request(app)
      .post('/x')
      .set('content-encoding', 'gzip')
      .serialize((sent) => sent)
      .send(zlib.gzipSync(Buffer.alloc(90_000)) as never);

    expect(body).toEqual({ length: 90_000, held: 90_000 });
    expect(inFlight.heldBytes).toBe(0);
  });

  it('refuses with 503 and Retry-After over the budget, counts it, and recovers', async () => {
    const { app, inFlight, registry } = setUp(1000);
    const other = inFlight.reserve();
    other.resize(990);

    await request(app).post('/x').send('x'.repeat(11)).expect(503).expect('retry-after', '1');
    expect(await registry.metrics()).toContain('http_bodies_refused_total{reason="overloaded"} 1');
    expect(await registry.metrics()).toContain('http_body_bytes_in_flight 990');

    other.release();
    await request(app).post('/x').send('x'.repeat(11)).expect(200);
  });

  it('refuses with 429 and Retry-After only the owner whose share is exhausted', async () => {
    const { app, inFlight } = setUp(1000);
    inFlight.reserve('greedy').resize(600);

    const late = await request(app).post('/x').set('x-owner', 'late').send('x'.repeat(200));
    const greedy = await request(app).post('/x').set('x-owner', 'greedy').send('x');

    expect(late.status).toBe(200);
    expect([greedy.status, greedy.headers['retry-after']]).toEqual([429, '1']);
    expect(greedy.body).toEqual({
      detail: 'Too many bytes of this project are being received. Please retry later.',
    });
  });

  it('admits the only request even if it exceeds the budget', async () => {
    const { app } = setUp(10);

    await request(app).post('/x').send('x'.repeat(50)).expect(200);
  });

  it('releases the bytes of a refused or damaged body', async () => {
    const { app, inFlight } = setUp(LIMIT);

    await request(app)
      .post('/x')
      .send('x'.repeat(LIMIT + 1))
      .expect(413);
    await request(app).post('/x').set('content-encoding', 'gzip').send('plain text').expect(400, {
      detail: 'Failed to decompress the request body.',
    });
    await request(app).post('/x').set('content-encoding', 'br').send('x').expect(415, {
      detail: 'Unsupported Content-Encoding.',
    });

    expect(inFlight.heldBytes).toBe(0);
  });
});

describe('decompressWithin', () => {
  const begin = () => {
    const options = { maxBytes: LIMIT, clock: new FakeClock(), registry: new Registry() };
    const inFlight = new InFlightBytes(options);
    const reservation = inFlight.reserve();
    const sent = zlib.gzipSync(Buffer.alloc(LIMIT));
    const body = decompressWithin(sent, 'gzip', { limitBytes: LIMIT, reservation });
    return { inFlight, reservation, sent, body };
  };

  it('makes no second attempt for a request that ended during the first one', async () => {
    const { reservation, body } = begin();

    reservation.release();

    await expect(body).rejects.toMatchObject({ reason: 'aborted' });
  });

  it('counts the bytes of an attempt until the attempt ends, even if the request ends earlier', async () => {
    const { inFlight, reservation, sent, body } = begin();
    const ended = body.catch(() => undefined);

    reservation.release();
    const during = inFlight.heldBytes;
    await ended;

    expect(during).toBe(sent.length + 64 * 1024);
    expect(inFlight.heldBytes).toBe(0);
  });

  it('does not decompress the body of a request that has ended', async () => {
    const { inFlight, reservation, sent, body } = begin();
    reservation.release();
    await body.catch(() => undefined);

    const late = decompressWithin(sent, 'gzip', { limitBytes: LIMIT, reservation });

    await expect(late).rejects.toMatchObject({ reason: 'aborted' });
    expect(inFlight.heldBytes).toBe(0);
  });
});
