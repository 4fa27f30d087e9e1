/** Metrics need more memory than a query may use. */
export class TooManySeries extends Error {}
