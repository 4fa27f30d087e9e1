import { once } from 'node:events';
import { connect } from 'node:net';
import { listen } from '@spanhouse/service-runtime';
import type { HttpHandler } from '../http/route.js';
import { createTestHttpApp } from '../testing/test-http-app.js';
import { readBody } from './read-body.js';

const here = { host: '127.0.0.1', port: 0 };

const handler: HttpHandler = async (req, res) => {
  res.json({ length: (await readBody(req, { limitBytes: 10 })).length });
};
const app = createTestHttpApp([{ method: 'POST', path: '/work', handler }]);

describe('readBody behind listen', () => {
  it.each(['with a declared length', 'in chunks'])(
    'delivers a refusal to a client that is still sending, %s',
    async (how) => {
      const listener = await listen(app, here);
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

  it('refuses a body that is too large before the client sends it', async () => {
    const listener = await listen(app, here);

    expect(await talk(listener.port, 11)).toMatch(/^HTTP\/1\.1 413 /);
    expect(await talk(listener.port, 3)).toMatch(/^HTTP\/1\.1 100 Continue/);
    await listener.close();
  });
});

/** Sends the head of a request that declares a body, but not the body itself. Returns the beginning of the response. */
async function talk(port: number, length: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST /work HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-length: ${length}\r\n\r\n`,
  );
  const [first] = await once(socket, 'data');
  socket.destroy();
  return String(first);
}
