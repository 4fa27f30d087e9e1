import fc from 'fast-check';
import { createLogId, identityAmong, identityTopicOf } from './topics.js';

describe('identityAmong', () => {
  it('finds the latest identity of its topic among the identities of other topics', () => {
    const topic = 'spans';
    const anyIdentity = fc.record({
      logId: fc.constant(undefined).map(() => createLogId()),
      generation: fc.integer({ min: 1, max: 32_767 }),
      partitionCount: fc.integer({ min: 1, max: 999 }),
    });
    const otherNames = [
      'spans',
      'spans.dead-letter',
      'spans.identity-x-1',
      'spans2.identity-9-0123456789abcdef-12',
    ];
    fc.assert(
      fc.property(fc.array(anyIdentity, { minLength: 1, maxLength: 10 }), (identities) => {
        const names = identities.map((identity) => identityTopicOf(topic, identity));

        const found = identityAmong([...otherNames, ...names], topic);

        expect(found?.generation).toBe(Math.max(...identities.map(({ generation }) => generation)));
        expect(identityAmong([...names.reverse(), ...otherNames], topic)).toEqual(found);
      }),
    );
    expect(identityAmong(otherNames, topic)).toBeUndefined();
  });
});
