import { deletedTraceOf, encodeDeletedTrace } from './delete-trace.js';

describe('deletedTraceOf', () => {
  it('returns the trace of a deletion', () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';

    expect(deletedTraceOf({ frame: encodeDeletedTrace(traceId) })).toBe(traceId);
  });

  it.each([
    '',
    '0AF7651916CD43DD8448EB211C80319C',
    '0af7651916cd43dd',
    '0af7651916cd43dd8448eb211c80319c0',
  ])('knows no trace of the body %j', (body) => {
    expect(deletedTraceOf({ frame: Buffer.from(body) })).toBeUndefined();
  });
});
