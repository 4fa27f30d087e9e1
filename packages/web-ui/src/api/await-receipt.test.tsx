import { waitFor } from '@testing-library/react';
import { FakeService } from '../testing/fake-service.js';
import { awaitReceipt, awaitStored } from './await-receipt.js';

const path = '/receipts/r-1';
const late = { status: 504, body: { detail: { code: 'not_yet_visible', message: 'Not yet.' } } };
const stored = { body: { status: 'stored', pending: 0, stored: 2, dead_lettered: 0, lost: 0 } };
const refused = { ...stored, body: { ...stored.body, status: 'partially_dead_lettered' } };
const { signal } = new AbortController();

describe('a wait for a receipt', () => {
  it('waits in the service, and resolves with the state of the spans', async () => {
    const service = new FakeService({ [path]: refused });

    await expect(awaitReceipt('r-1', signal)).resolves.toEqual(refused.body);

    expect(service.sentTo(path)[0]?.headers.get('x-consistent-with')).toBe('r-1');
  });

  describe('while spans are pending', () => {
    /**
     * Starts waiting for a receipt, and returns once the service has received the request. Calling `answer` makes the
     * service respond.
     */
    async function begin(signalOfWait: AbortSignal) {
      const pause = Promise.withResolvers<void>();
      const service = new FakeService({ [path]: { ...late, after: pause.promise } });
      const waiting = awaitReceipt('r-1', signalOfWait);
      await waitFor(() => expect(service.sentTo(path)).toHaveLength(1));
      return { service, waiting, answer: pause.resolve };
    }

    it('asks again', async () => {
      const { service, waiting, answer } = await begin(signal);
      service.answer(path, stored);
      answer();

      await expect(waiting).resolves.toEqual(stored.body);
      expect(service.sentTo(path)).toHaveLength(2);
    });

    it('ends at once when it is aborted', async () => {
      const control = new AbortController();
      const { waiting, answer } = await begin(control.signal);
      control.abort();
      answer();

      await expect(waiting).rejects.toThrow('aborted');
    });
  });

  it.each([
    ['not stored', refused, "The trace was not stored: its receipt is 'partially_dead_lettered'."],
    [
      'still pending after three requests',
      late,
      'The trace is accepted, but it is not stored yet.',
    ],
    ['unknown', { status: 404, body: { detail: 'Unknown receipt.' } }, 'Unknown receipt.'],
  ])('names the write if its receipt is %s', async (_case, answer, message) => {
    new FakeService({ [path]: answer });

    await expect(awaitStored('The trace', 'r-1')).rejects.toThrow(message);
  });

  it('ends once all spans are stored', async () => {
    new FakeService({ [path]: stored });

    await expect(awaitStored('The trace', 'r-1')).resolves.toBeUndefined();
  });
});
