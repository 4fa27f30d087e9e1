import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { openTcpProxy, type TcpProxy } from './tcp-proxy.js';

describe('openTcpProxy', () => {
  let echo: Server;
  let proxy: TcpProxy;
  const sockets: Socket[] = [];

  beforeEach(async () => {
    echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
    echo.listen(0, '127.0.0.1');
    await once(echo, 'listening');
    proxy = await openTcpProxy((echo.address() as AddressInfo).port);
  });
  afterEach(async () => {
    for (const socket of sockets.splice(0)) {
      socket.destroy();
    }
    await proxy.close();
    echo.close();
  });

  function open(): Socket {
    const socket = connect(proxy.port, '127.0.0.1');
    sockets.push(socket);
    return socket.on('error', () => undefined);
  }

  async function echoed(socket: Socket, text: string): Promise<string> {
    const answer = once(socket, 'data');
    socket.write(text);
    return String((await answer)[0]);
  }

  async function turns(count: number): Promise<void> {
    for (let turn = 0; turn < count; turn++) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  function closed(socket: Socket): Promise<void> {
    return new Promise((resolve) => socket.once('close', () => resolve()));
  }

  it('carries bytes in both directions', async () => {
    expect(await echoed(open(), 'hello')).toBe('hello');
  });

  it('breaks connections while it is cut, refuses new ones, and carries again afterwards', async () => {
    const before = open();
    await echoed(before, 'hello');

    const broken = closed(before);
    proxy.set('cut');
    await broken;
    await closed(open());
    proxy.set('sound');

    expect(await echoed(open(), 'again')).toBe('again');
  });

  it('keeps the order of bytes while it is slow, and when it becomes sound in between', async () => {
    const socket = open();
    await echoed(socket, 'hello');
    let received = '';
    const done = new Promise<void>((resolve) => {
      socket.on('data', (bytes) => {
        received += bytes;
        if (received.length === 6) {
          resolve();
        }
      });
    });

    proxy.set('slow');
    socket.write('abc');
    await turns(20); // the proxy reads the first bytes during these turns
    proxy.set('sound');
    socket.write('def');
    await done;

    expect(received).toBe('abcdef');
  });

  it('never carries a byte again on a connection that was half open, and carries on new ones', async () => {
    const before = open();
    await echoed(before, 'hello');
    const received: string[] = [];
    before.on('data', (bytes) => received.push(String(bytes)));

    proxy.set('half-open');
    const during = open();
    await once(during, 'connect');
    during.on('data', (bytes) => received.push(String(bytes)));
    proxy.set('sound');
    before.write('lost');
    during.write('lost');

    expect(await echoed(open(), 'new')).toBe('new');
    expect(before.destroyed || during.destroyed).toBe(false);
    expect(received).toEqual([]);
  });
});
