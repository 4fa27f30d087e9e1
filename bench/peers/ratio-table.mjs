import { markdownTable } from '../markdown-table.mjs';

function whole(value) {
  return Math.round(value).toLocaleString('en-US');
}

function times({ p50, p95 }) {
  return `${p50.toFixed(1)} / ${p95.toFixed(1)}`;
}

const figures = [
  { name: 'accepted spans/s', of: (peer) => peer.accepted, more: true, show: whole },
  { name: 'visible spans/s', of: (peer) => peer.visible, more: true, show: whole },
  { name: 'CPU seconds per 100,000 spans', of: (peer) => peer.cpu, show: (cpu) => cpu.toFixed(1) },
  { name: 'disk bytes per span, store', of: (peer) => peer.storeBytes, show: whole },
  { name: 'disk bytes per span, store and log', of: (peer) => peer.diskBytes, show: whole },
  { name: 'trace by id, p50 / p95 ms', of: (peer) => peer.traceById, show: times },
  {
    name: '20 newest traces of a user, p50 / p95 ms',
    of: (peer) => peer.newestOfUser,
    show: times,
  },
  {
    name: '20 newest traces of a service, p50 / p95 ms',
    of: (peer) => peer.newestOfService,
    show: times,
  },
];

/** Returns the factor by which Spanhouse is better than Jaeger. For times, the factor compares the medians. */
function ratio({ of, more }, spanhouse, jaeger) {
  const [ours, theirs] = [spanhouse, jaeger].map((peer) => of(peer).p50 ?? of(peer));
  return (more ? ours / theirs : theirs / ours).toFixed(2);
}

/** Returns a Markdown table with the figures of both systems. A ratio above 1 means that Spanhouse is better. */
export function ratioTable({ spanhouse, jaeger }) {
  const rows = figures.map((figure) => [
    figure.name,
    figure.show(figure.of(spanhouse)),
    figure.show(figure.of(jaeger)),
    ratio(figure, spanhouse, jaeger),
  ]);
  const head = ['', 'Spanhouse', 'Jaeger', 'ratio'];
  const promise = ['on disk before a 2xx', 'yes, fsynced', 'no', ''];
  return markdownTable(head, [promise, ...rows]);
}
