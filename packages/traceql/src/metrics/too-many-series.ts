/** Metrics would need more memory than a query gets. */
export class TooManySeries extends Error {}
