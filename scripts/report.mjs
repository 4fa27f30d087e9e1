// Prints and counts the results of a script's checks.
const counts = { passed: 0, failed: 0 };

/** Prints a check and its problems. A check without problems has passed. */
export function report(check, problems) {
  const isPassed = problems.length === 0;
  counts[isPassed ? 'passed' : 'failed'] += 1;
  console.log(`${isPassed ? 'ok     ' : 'FAILED '} ${check}`);
  for (const problem of problems) {
    console.log(`        ${problem}`);
  }
}

/** Returns true if a check has failed. Callers then skip slow checks. */
export function hasFailed() {
  return counts.failed > 0;
}

/**
 * Resolves with the result of `find`. If the tool is not available, resolves with undefined and reports `checks` as
 * skipped, or as failed if `CI=true`.
 */
export async function findTool(checks, find) {
  try {
    return await find();
  } catch (error) {
    if (process.env.CI === 'true') {
      report(checks, [error.message]);
    } else {
      console.log(`SKIPPED ${checks}: ${error.message}`);
    }
    return undefined;
  }
}

/** Prints the counts as the last line. Exits with 1 if a check has failed. */
export function finish() {
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exit(counts.failed > 0 ? 1 : 0); // imported services measure the event loop, which keeps the process alive
}
