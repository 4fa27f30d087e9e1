// Reads the metrics from docs/metrics.md. Tests ensure that this document agrees with the services.
const row = /^\| `(\w+)` \| (\w+) \| (.*?) \| (.*?) \|/;
/** Labels that Prometheus and its service discovery add. */
const ofEveryTarget = ['job', 'instance', 'namespace'];
const histogramSeries = { _bucket: ['le'], _sum: [], _count: [] };

/**
 * Returns the label values of each series, keyed by series name. The values of a label are undefined if they are not a
 * closed list. The result includes the series `up`, which Prometheus adds.
 */
export function declaredMetrics(markdown) {
  const declared = new Map([['up', labelsOf('–')]]);
  for (const line of markdown.split('\n')) {
    const [, name, type, labels] = row.exec(line) ?? [];
    if (name === undefined) {
      continue;
    }
    if (type !== 'histogram') {
      declared.set(name, labelsOf(labels));
    } else {
      for (const [suffix, own] of Object.entries(histogramSeries)) {
        declared.set(name + suffix, labelsOf(labels, own));
      }
    }
  }
  return declared;
}

function labelsOf(cell, own = []) {
  const labels = new Map([...ofEveryTarget, ...own].map((label) => [label, undefined]));
  for (const part of cell.split('; ')) {
    const [, label, values = ''] = /^`(\w+)`(?:: (.*))?$/.exec(part) ?? [];
    if (label === undefined) {
      continue;
    }
    const list = values.split(', ');
    const isClosed = values !== '' && list.every((value) => !value.includes(' '));
    labels.set(label, isClosed ? new Set(list) : undefined);
  }
  return labels;
}
