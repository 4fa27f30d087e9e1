import { once } from 'node:events';
import { connect } from 'node:net';
import { readBody } from './http/read-body.js';
import type { HttpHandler } from './http/route.js';
import { listen } from './listen.js';
import { createTestHttpApp } from './testing/test-http-app.js';

const here = { host: '127.0.0.1', port: 0 };

function appOf(handler: HttpHandler) {
  return createTestHttpApp([{ method: 'POST', path: '/work', handler }]);
}

describe('listen', () => {
  it('tells the address it serves on', async () => {
    const listener = await listen(createTestHttpApp([]), here);

    const answer = await fetch(`${listener.address}/health`);

    expect(await answer.json()).toEqual({ status: 'ok' });
    expect(listener.address).toBe(`http://127.0.0.1:${listener.port}`);
    await listener.close();
  });

  it('names a port that is taken', async () => {
    const first = await listen(createTestHttpApp([]), here);

    await expect(
      listen(createTestHttpApp([]), { ...here, port: first.port }),
    ).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      message: `cannot listen on 127.0.0.1:${first.port}: the port is taken`,
    });
    await first.close();
  });

  it('answers what is in flight before it closes, kept-alive connections notwithstanding', async () => {
    let finish: () => void = () => undefined;
    let started: () => void = () => undefined;
    const isStarted = new Promise<void>((resolve) => {
      started = resolve;
    });
    const listener = await listen(
      appOf(async (_req, res) => {
        started();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        res.json({ done: true });
      }),
      here,
    );
    const answer = fetch(`${listener.address}/work`, { method: 'POST' });
    await isStarted;

    const closed = listener.close();
    finish();

    expect(await (await answer).json()).toEqual({ done: true });
    await closed;
    await expect(fetch(`${listener.address}/health`)).rejects.toThrow();
  });

  it.each(['with a declared length', 'in chunks'])(
    'gets its refusal across to a client that is still sending, %s',
    async (how) => {
      const read: HttpHandler = async (req, res) => {
        res.json({ length: (await readBody(req, { limitBytes: 10 })).length });
      };
      const listener = await listen(appOf(read), here);
      const bytes = Buffer.alloc(20_000_000);
      const body = how === 'in chunks' ? new Blob([bytes]).stream() : bytes;

      const answer = await fetch(`${listener.address}/work`, {
        method: 'POST',
        body,
        duplex: 'half',
      } as RequestInit);

      expect(answer.status).toBe(413);
      await listener.close();
    },
  );

  it('refuses a body that is too large without asking for it', async () => {
    const read: HttpHandler = async (req, res) => {
      res.json({ length: (await readBody(req, { limitBytes: 10 })).length });
    };
    const listener = await listen(appOf(read), here);

    expect(await talk(listener.port, 11)).toMatch(/^HTTP\/1\.1 413 /);
    expect(await talk(listener.port, 3)).toMatch(/^HTTP\/1\.1 100 Continue/);
    await listener.close();
  });
});

/** Announces a body, and gives back what the server says before it was sent. */
async function talk(port: number, length: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /work HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: ${length}\r\n\r\n`,
  );
  const [first] = await once(socket, 'data');
  socket.destroy();
  return String(first);
}
