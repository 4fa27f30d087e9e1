import { EventEmitter, once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { Registry } from 'prom-client';
import { FakeClock } from '../testing/fake-clock.js';
import { createSilentLogger } from '../testing/silent-logger.js';
import { waitUntil } from '../testing/wait-until.js';
import { type Listener, listen } from './listen.js';
import { createStalledClients } from './stalled-clients.js';

const MIB = 1024 * 1024;
/** Size of a response that does not fit into the kernel's buffers for one connection. */
const LARGE_BYTES = 64 * MIB;
const get = 'GET / HTTP/1.1\r\nhost: any\r\n\r\n';

const clock = new FakeClock();
const registry = new Registry();
const events = new EventEmitter();
const disconnectStalled = createStalledClients({ clock, registry, logger: createSilentLogger() });
let listener: Listener;
let answer: RequestListener;
const sockets: Socket[] = [];

beforeAll(async () => {
  const app: RequestListener = (req, res) => answer(req, res);
  listener = await listen(app, { host: '127.0.0.1', port: 0, disconnectStalled });
});

afterEach(() => {
  for (const socket of sockets.splice(0)) {
    socket.destroy();
  }
});

afterAll(() => listener.close());

async function request(): Promise<Socket> {
  const socket = connect(listener.port, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  sockets.push(socket);
  socket.write(get);
  await once(events, 'request');
  return socket;
}

async function disconnects(): Promise<number> {
  const metric = await registry.getSingleMetric('http_stalled_clients_disconnected_total')?.get();
  return metric?.values[0]?.value ?? Number.NaN;
}

/** Responds in chunks as fast as the client reads them. Counts the chunks that the client has read. */
function answerInChunks(taken: { chunks: number }): RequestListener {
  const chunk = Buffer.alloc(256 * 1024);
  const write = (res: ServerResponse) => {
    while (!res.destroyed) {
      taken.chunks += 1;
      if (!res.write(chunk)) {
        res.once('drain', () => write(res));
        return;
      }
    }
  };
  return (_req, res) => {
    write(res);
    events.emit('request');
  };
}

describe('a client that does not read its answer', () => {
  it('is disconnected after ten seconds, and counted', async () => {
    const before = await disconnects();
    let closed: Promise<unknown> = Promise.resolve();
    answer = (_req, res) => {
      closed = once(res, 'close');
      res.end(Buffer.alloc(LARGE_BYTES));
      events.emit('request');
    };
    await request();

    await clock.advance(9000);
    const early = await disconnects();
    await clock.advance(2000);

    await closed;
    expect([before, early - before, (await disconnects()) - before]).toEqual([0, 0, 1]);
  });

  it('is disconnected even if it sends further requests', async () => {
    const before = await disconnects();
    answer = (_req, res) => {
      res.end(Buffer.alloc(LARGE_BYTES));
      events.emit('request');
    };
    const socket = await request();

    for (let seconds = 0; seconds < 11; seconds += 1) {
      socket.write(seconds === 0 ? 'GET / HTTP/1.1\r\n' : 'more: headers\r\n');
      await clock.advance(1000);
    }

    expect((await disconnects()) - before).toBe(1);
  });
});

describe('a client that keeps its connection', () => {
  it('stays connected while it reads slowly', async () => {
    const before = await disconnects();
    const taken = { chunks: 0 };
    answer = answerInChunks(taken);
    const socket = await request();

    for (let rounds = 0; rounds < 4; rounds += 1) {
      const { chunks } = taken;
      socket.resume();
      await waitUntil('the client takes bytes', async () => taken.chunks > chunks + 40);
      socket.pause();
      await clock.advance(9000);
    }

    expect((await disconnects()) - before).toBe(0);
  });

  it('stays connected while it waits for an answer or is idle', async () => {
    const before = await disconnects();
    let finish: () => void = () => undefined;
    answer = (_req, res) => {
      finish = () => void res.end('late');
      events.emit('request');
    };
    const socket = await request();
    await clock.advance(60_000);

    finish();
    const [text] = await once(socket.resume(), 'data');
    await clock.advance(30_000);

    expect(String(text)).toContain('late');
    expect([(await disconnects()) - before, socket.destroyed]).toEqual([0, false]);
  });
});
