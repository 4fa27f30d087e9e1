import { MAX_FAULTS } from '../too-many-faults.js';

/** Thrown inside the readers only: the request is `undecodable`, as one fault costs more than the bytes it takes. */
export class TooManyFaultySpans extends Error {
  constructor() {
    super(`More than ${MAX_FAULTS} spans are no valid spans.`);
    this.name = 'TooManyFaultySpans';
  }
}
