import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { FakeClock } from '@spanhouse/service-runtime/testing';
import { Registry } from 'prom-client';
import { InFlightBytes } from '../bodies/in-flight-bytes.js';
import { readBody } from '../bodies/read-body.js';
import { createTestHttpApp } from '../testing/test-http-app.js';

const post = 'POST /x HTTP/1.1\r\nhost: any\r\ncontent-length: 5\r\n\r\n12345';

describe('a connection that breaks during pipelined requests', () => {
  let server: Server;
  afterEach(() => server.close());

  it('counts no request as in flight, and releases the bytes of all requests', async () => {
    const registry = new Registry();
    const inFlight = new InFlightBytes({ maxBytes: 1000, clock: new FakeClock(), registry });
    const closed: Promise<unknown>[] = [];
    const read = new EventEmitter();
    const handler = async (req: IncomingMessage, res: ServerResponse) => {
      closed.push(once(res, 'close'));
      await readBody(req, { limitBytes: 10, inFlight });
      if (inFlight.heldBytes === 15) {
        read.emit('all');
      }
    };
    const app = createTestHttpApp([{ method: 'POST', path: '/x', handler }], { registry });
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(post.repeat(3));
    await once(read, 'all');

    socket.destroy();
    await Promise.all(closed);

    expect(inFlight.heldBytes).toBe(0);
    expect(await registry.metrics()).toContain('\nhttp_requests_in_flight 0\n');
    expect(await registry.metrics()).toMatch(/seconds_count\{.*status="499"\} 3\n/);
  });
});
