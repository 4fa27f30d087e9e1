import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { FakeClock } from '@spanhouse/service-runtime/testing';
import { HeldApp } from './held-app.js';

/** Creates a request and a promise for its response. */
function request(method: string) {
  const answer = { closed: false, writeHead: () => res, end: () => undefined };
  const res = Object.assign(new EventEmitter(), answer);
  const req = { method, resume: () => undefined };
  return {
    req: req as unknown as IncomingMessage,
    res: res as unknown as ServerResponse,
    end: () => {
      res.closed = true;
      res.emit('close');
    },
  };
}

function world() {
  const clock = new FakeClock();
  const seen: string[] = [];
  const appOf = (name: string) => (req: IncomingMessage) => void seen.push(`${name} ${req.method}`);
  const [first, second] = [appOf('first'), appOf('second')];
  const held = new HeldApp(first, clock);
  const send = (method: string) => {
    const sent = request(method);
    held.handle(sent.req, sent.res);
    return sent;
  };
  return { clock, seen, first, second, held, send };
}

describe('HeldApp', () => {
  it('holds requests during a hold, and then passes them on in their order', async () => {
    const { seen, second, held, send } = world();
    send('GET').end();

    await held.hold(1000);
    send('POST');
    send('GET');
    const whileHeld = [...seen];
    held.release(second);
    send('DELETE');

    expect(whileHeld).toEqual(['first GET']);
    expect(seen).toEqual(['first GET', 'second POST', 'second GET', 'second DELETE']);
  });

  it('is held when all requests that may write have ended, regardless of reads', async () => {
    const { held, send } = world();
    send('GET');
    const write = send('POST');
    let isHeld: boolean | undefined;
    const holding = held.hold(1000).then((reached) => {
      isHeld = reached;
    });
    await Promise.resolve();
    expect(isHeld).toBeUndefined();

    write.end();
    await holding;

    expect(isHeld).toBe(true);
  });

  it('forgets a waiting request when its client disconnects, so that it can be held again', async () => {
    const { held, second, seen, send } = world();
    await held.hold(1000);
    send('POST').end();
    held.release(second);

    expect(await held.hold(0)).toBe(true);
    expect(seen).toEqual([]);
  });

  it('is not held in time if a request that may write does not end', async () => {
    const { clock, first, held, seen, send } = world();
    send('POST');
    const holding = held.hold(1000);
    await clock.advance(1000);

    expect(await holding).toBe(false);
    send('GET');
    held.release(first);
    expect(seen).toEqual(['first POST', 'first GET']);
  });

  it('forgets finished waits, however many there were', async () => {
    const due: (() => void)[] = [];
    const setTimer = (_delayMs: number, run: () => void) => {
      due.push(run);
      return { cancel: () => undefined };
    };
    const held = new HeldApp(() => undefined, { setTimer });
    const write = request('POST');
    held.handle(write.req, write.res);
    const holding = Array.from({ length: 30_000 }, () => held.hold(1000));
    for (const run of due) {
      run();
    }
    expect(new Set(await Promise.all(holding))).toEqual(new Set([false]));

    expect(write.end).not.toThrow();

    expect(await held.hold(0)).toBe(true);
  });

  it('answers 503 to requests above the maximum number of waiting requests', async () => {
    const { held, second, seen, send } = world();
    await held.hold(1000);
    for (let sent = 0; sent < 1000; sent += 1) {
      send('GET');
    }
    const { req, res } = request('POST');
    const statuses: number[] = [];
    Object.assign(res, {
      writeHead: (status: number) => {
        statuses.push(status);
        return res;
      },
    });

    held.handle(req, res);
    held.release(second);

    expect(statuses).toEqual([503]);
    expect(seen).toHaveLength(1000);
  });

  it('reports when a replaced app has answered everything', async () => {
    const { held, first, second, send } = world();
    const read = send('GET');
    await held.hold(1000);
    held.release(second);
    let hasEnded = false;
    const ended = held.ended(first, 1000).then(() => {
      hasEnded = true;
    });
    await Promise.resolve();
    expect(hasEnded).toBe(false);

    read.end();
    await ended;

    expect(hasEnded).toBe(true);
  });
});
