import type { ProjectSum } from '@spanhouse/trace-store/writer';

/** Adds up sums of the same project, metric, labels and bucket. The newest exemplar is kept. */
export class SumUp {
  readonly #sums = new Map<string, ProjectSum>();

  add(sum: ProjectSum): void {
    const key = JSON.stringify([sum.project_id, sum.metric, sum.bucket, ...sum.labels]);
    const known = this.#sums.get(key);
    this.#sums.set(key, known === undefined ? sum : addUp(known, sum));
  }

  get sums(): readonly ProjectSum[] {
    return [...this.#sums.values()];
  }
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
