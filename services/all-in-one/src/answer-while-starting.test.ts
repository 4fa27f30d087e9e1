import { type Listener, listen } from '@spanhouse/service-runtime';
import { answerWhileStarting } from './answer-while-starting.js';

describe('answerWhileStarting', () => {
  let listener: Listener;
  let state = 'Spanhouse is starting.';
  beforeEach(async () => {
    listener = await listen(
      answerWhileStarting(() => state),
      { host: '127.0.0.1', port: 0 },
    );
  });
  afterEach(() => listener.close());

  it('reports that the process is alive', async () => {
    const response = await fetch(`${listener.address}/livez`);

    expect(response.status).toBe(200);
  });

  it('refuses reads and writes with the progress of the start, and with the time to retry', async () => {
    state = 'Spans are being copied: 40 %.';

    for (const [path, init] of [
      ['/readyz', {}],
      ['/spans/', {}],
      ['/otlp/v1/traces', { method: 'POST', body: 'x'.repeat(100_000) }],
    ] as const) {
      const response = await fetch(`${listener.address}${path}`, init);

      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('5');
      expect(await response.json()).toEqual({
        detail: { message: 'Spans are being copied: 40 %.', code: 'storage_unavailable' },
      });
    }
  });
});
