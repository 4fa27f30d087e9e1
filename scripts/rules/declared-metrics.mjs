// The metrics of docs/metrics.md, which tests hold against what the services export.
const ROW = /^\| `(\w+)` \| (\w+) \| (.*?) \| (.*?) \|/;
/** Prometheus and what discovers targets for it add these. */
const OF_EVERY_TARGET = ['job', 'instance', 'namespace'];
const HISTOGRAM_SERIES = { _bucket: ['le'], _sum: [], _count: [] };

/** By series name, what each label may be; undefined where it is no closed list. `up` is Prometheus's own. */
export function declaredMetrics(markdown) {
  const declared = new Map([['up', labelsOf('–')]]);
  for (const line of markdown.split('\n')) {
    const [, name, type, labels] = ROW.exec(line) ?? [];
    if (name === undefined) continue;
    if (type !== 'histogram') declared.set(name, labelsOf(labels));
    else {
      for (const [suffix, own] of Object.entries(HISTOGRAM_SERIES)) {
        declared.set(name + suffix, labelsOf(labels, own));
      }
    }
  }
  return declared;
}

function labelsOf(cell, own = []) {
  const labels = new Map([...OF_EVERY_TARGET, ...own].map((label) => [label, undefined]));
  for (const part of cell.split('; ')) {
    const [, label, values = ''] = /^`(\w+)`(?:: (.*))?$/.exec(part) ?? [];
    if (label === undefined) continue;
    const list = values.split(', ');
    const isClosed = values !== '' && list.every((value) => !value.includes(' '));
    labels.set(label, isClosed ? new Set(list) : undefined);
  }
  return labels;
}
