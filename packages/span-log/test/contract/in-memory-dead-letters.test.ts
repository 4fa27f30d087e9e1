import { systemClock } from '@spanhouse/service-runtime';
import { InMemoryDeadLetters } from '../../src/testing/in-memory-dead-letters.js';
import { type DeadLettersUnderTest, describeDeadLetters } from './dead-letters-contract.js';

describe('in-memory dead letters', () => {
  describeDeadLetters(() => {
    const letters = new InMemoryDeadLetters(4, systemClock);
    const log: DeadLettersUnderTest = {
      deadLetters: letters,
      reader: letters,
      reopen: () => Promise.resolve(log),
      close: () => letters.close(),
    };
    return Promise.resolve(log);
  });
});
