import { describeDeadLetters } from './dead-letters-contract.js';
import { describeDelivery } from './delivery-contract.js';
import { describeGroup } from './group-contract.js';
import { describeCommittedOffsets } from './offsets-contract.js';
import type { SpanLogUnderTest } from './span-log-under-test.js';

/** Defines the contract suite for every span log. */
export function describeSpanLogContract(
  implementation: string,
  open: () => Promise<SpanLogUnderTest>,
): void {
  describe(`${implementation} span log`, () => {
    describeDelivery(open);
    describeGroup(open);
    describeCommittedOffsets(open);
    describeDeadLetters(open);
  });
}
