import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listen } from './listen.js';

const here = { host: '127.0.0.1', port: 0 };
const answerOk: RequestListener = (_req, res) => void res.end('ok');

describe('listen', () => {
  let unused: Socket | undefined;
  afterEach(() => unused?.destroy());

  it('returns the address that it serves', async () => {
    const listener = await listen(answerOk, here);

    const answer = await fetch(`${listener.address}/health`);

    expect(await answer.text()).toBe('ok');
    expect(listener.address).toBe(`http://127.0.0.1:${listener.port}`);
    await listener.close();
  });

  it('reports the port that is in use', async () => {
    const first = await listen(answerOk, here);

    await expect(listen(answerOk, { ...here, port: first.port })).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      message: `cannot listen on 127.0.0.1:${first.port}: the port is taken`,
    });
    await first.close();
  });

  it('answers requests in flight before it closes, even on persistent connections', async () => {
    let finish: () => void = () => undefined;
    let started: () => void = () => undefined;
    const isStarted = new Promise<void>((resolve) => {
      started = resolve;
    });
    const answerLate: RequestListener = (_req, res) => {
      finish = () => void res.end('{"done":true}');
      started();
    };
    const listener = await listen(answerLate, here);
    const answer = fetch(`${listener.address}/work`, { method: 'POST' });
    await isStarted;

    const closed = listener.close();
    finish();

    expect(await (await answer).json()).toEqual({ done: true });
    await closed;
    await expect(fetch(`${listener.address}/health`)).rejects.toThrow();
  });

  it('closes a connection without a request, such as one that a browser opened in advance', async () => {
    const listener = await listen(answerOk, here);
    unused = connect(listener.port, here.host);
    await once(unused, 'connect');
    await fetch(listener.address); // the server accepts connections in the order in which they arrive

    const closed = once(unused, 'close');
    await listener.close();

    expect(await closed).toEqual([false]);
  });
});
