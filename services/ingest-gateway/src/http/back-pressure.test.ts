import { once } from 'node:events';
import { connect } from 'node:net';
import { anyPrincipal } from '@spanhouse/catalog/testing';
import { listen } from '@spanhouse/service-runtime';
import request from 'supertest';
import { aSentSpan, spanId } from '../testing/sent-spans.js';
import { countOf } from '../testing/span-account.js';
import { createTestGateway, type TestGateway } from '../testing/test-gateway.js';

const projectA = '00000000-0000-0000-0000-00000000000a';
const projectB = '00000000-0000-0000-0000-00000000000b';
const path = '/tracing/spans/ingest';

/** Creates a gateway that accepts project ids as keys. */
function createGateway(inFlightBytes: number) {
  return createTestGateway({
    limits: { inFlightBytes },
    authenticate: async ({ authorization = projectA }) =>
      anyPrincipal({ project_id: String(authorization) }),
  });
}

function padded(n: number, bytes: number) {
  return aSentSpan({ span_id: spanId(n), attributes: { pad: 'x'.repeat(bytes) } });
}

function post(gateway: TestGateway, span: object, projectId = projectA) {
  return request(gateway.app)
    .post(path)
    .set('authorization', projectId)
    .send({ spans: [span] });
}

async function untilHeld(gateway: TestGateway, bytes: number): Promise<void> {
  while ((await countOf(gateway.registry, 'http_body_bytes_in_flight')) < bytes) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe('the gateway at its limit of bytes in flight', () => {
  it('answers 503 with Retry-After above the limit, and 202 again below it', async () => {
    const gateway = createGateway(10_000);
    const release = gateway.log.hold();
    const first = post(gateway, padded(1, 9000)).then(({ status }) => status);
    await gateway.log.held;

    const refused = await post(gateway, padded(2, 9000));
    release();
    const accepted = await first;
    const again = await post(gateway, padded(2, 9000));

    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.headers['x-ag-support-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(refused.headers['x-ag-support-ts']).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    expect(refused.body.detail).toMatchObject({ code: 'log_unavailable' });
    expect([accepted, again.status]).toEqual([202, 202]);
    expect(await countOf(gateway.registry, 'http_bodies_refused_total')).toBe(1);
  });

  it('answers 429 with Retry-After only to a project that holds its share', async () => {
    const gateway = createGateway(20_000);
    const release = gateway.log.hold();
    const held = [
      post(gateway, padded(1, 6000), projectA),
      post(gateway, padded(2, 6000), projectA),
      post(gateway, padded(3, 6000), projectB),
    ].map((sent) => sent.then(({ status }) => status));
    await untilHeld(gateway, 18_000);

    const greedy = await post(gateway, padded(4, 100), projectA);
    const modest = post(gateway, padded(5, 100), projectB).then(({ status }) => status);
    await untilHeld(gateway, 18_600);
    release();

    expect([greedy.status, greedy.headers['retry-after']]).toEqual([429, '1']);
    expect(greedy.body).toEqual({
      detail: 'Too many bytes of this project are being received. Please retry later.',
    });
    expect(await Promise.all([...held, modest])).toEqual([202, 202, 202, 202]);
  });

  it('refuses a body that is declared too large before it is read', async () => {
    const gateway = createGateway(10_000);
    const release = gateway.log.hold();
    const first = post(gateway, padded(1, 9000)).then(({ status }) => status);
    await gateway.log.held;
    const listener = await listen(gateway.app, { host: '127.0.0.1', port: 0 });
    const socket = connect(Number(new URL(listener.address).port), '127.0.0.1');
    socket.write(announce(9000));

    const [answer] = await once(socket, 'data');
    socket.destroy();
    release();
    await listener.close();

    expect(String(answer)).toMatch(/^HTTP\/1\.1 503 /);
    expect(await first).toBe(202);
  });

  it('holds no bytes of a client that disconnects during authentication', async () => {
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const gateway = createTestGateway({
      limits: { inFlightBytes: 10_000 },
      authenticate: async () => {
        asked.resolve();
        await answered.promise;
        return anyPrincipal();
      },
    });
    const left = Promise.withResolvers<void>();
    const listener = await listen(
      (req, res) => {
        res.once('close', left.resolve);
        gateway.app(req, res);
      },
      { host: '127.0.0.1', port: 0 },
    );
    const socket = connect(listener.port, '127.0.0.1');
    socket.write(announce(9000));
    await asked.promise;
    socket.destroy();
    await left.promise;

    answered.resolve();
    const later = await post(gateway, padded(1, 9000));

    expect(later.status).toBe(202);
    expect(await countOf(gateway.registry, 'http_body_bytes_in_flight')).toBe(0);
    await listener.close();
  });
});

/** Returns the head of a request with a declared body size of `bytes`. */
function announce(bytes: number): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;
}
