/** Runs of a property that is quick and has a large input space. `PROPERTY_RUNS=100000 npm run test:unit` searches longer. */
export const manyRuns = Number(process.env['PROPERTY_RUNS'] ?? 2000);
