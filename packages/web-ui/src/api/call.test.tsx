import { call } from './call.js';

describe('call', () => {
  it('rejects with the reason of the abort if it is aborted while a refusal arrives', async () => {
    const aborting = new AbortController();
    const { signal } = aborting;
    const body = new ReadableStream({
      start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
      pull: () => aborting.abort(),
    });
    globalThis.fetch = () => Promise.resolve(new Response(body, { status: 401 }));

    await expect(call('/project', { signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});
