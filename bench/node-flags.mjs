/** The Node flags of `npm start`. The last one is explained in docs/adr/002. */
export const nodeFlags = [
  '--single-threaded-gc',
  '--max-semi-space-size=16',
  '--heap-growing-percent=150',
];
