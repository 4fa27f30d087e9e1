/** Number of runs for a fast property with a large input space. `PROPERTY_RUNS=100000 npm run test:unit` runs more. */
export const manyRuns = Number(process.env['PROPERTY_RUNS'] ?? 2000);
