/** Reads the metrics of a process: the sum of a metric over its labels, and the partitions that its labels name. */
export async function readMetrics(url) {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
  const samplesOf = (name) =>
    lines.filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  return {
    sum: (name) =>
      samplesOf(name).reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0),
    partitionsOf: (name) =>
      samplesOf(name).map((line) => Number(/partition="(\d+)"/.exec(line)?.[1])),
  };
}
