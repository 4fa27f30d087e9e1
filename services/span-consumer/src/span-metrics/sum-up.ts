import type { ProjectSum } from '@spanhouse/trace-store/writer';

/** Adds up sums that have the same project, metric, labels and bucket. The newest exemplar is kept. */
export function sumUp(sums: readonly ProjectSum[]): readonly ProjectSum[] {
  const added = new Map<string, ProjectSum>();
  for (const sum of sums) {
    const key = JSON.stringify([sum.project_id, sum.metric, sum.bucket, ...sum.labels]);
    const known = added.get(key);
    added.set(key, known === undefined ? sum : addUp(known, sum));
  }
  return [...added.values()];
}

function addUp(left: ProjectSum, right: ProjectSum): ProjectSum {
  return {
    ...left,
    amount: left.amount + right.amount,
    totalNs: left.totalNs + right.totalNs,
    totalBytes: left.totalBytes + right.totalBytes,
    exemplar: newer(left.exemplar, right.exemplar),
  };
}

function newer(left: ProjectSum['exemplar'], right: ProjectSum['exemplar']) {
  if (left === undefined || right === undefined) {
    return left ?? right;
  }
  return left.receivedNs >= right.receivedNs ? left : right;
}
