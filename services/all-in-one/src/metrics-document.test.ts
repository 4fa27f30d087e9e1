import { readFileSync } from 'node:fs';
import { type DeclaredMetric, openLabels } from '../test/metric-labels.js';
import { declaredMetrics, metricsDocument } from '../test/metrics-document.js';

const DOCUMENT = `${__dirname}/../../../docs/metrics.md`;

describe('docs/metrics.md', () => {
  it('is what the services register: npm run docs:metrics writes it', async () => {
    expect(readFileSync(DOCUMENT, 'utf8')).toBe(await metricsDocument());
  });
});

describe('the metrics of all services', () => {
  let metrics: readonly DeclaredMetric[];
  beforeAll(async () => {
    metrics = await declaredMetrics();
  });

  it('have a help text', () => {
    expect(metrics.filter(({ help }) => help.length < 10).map(({ name }) => name)).toEqual([]);
  });

  it('have labels that are closed sets', () => {
    expect(metrics.filter((metric) => openLabels(metric).length > 0)).toEqual([]);
  });

  it('name their base unit, and counters end in _total', () => {
    const counters = metrics.filter(({ type }) => type === 'counter');
    const histograms = metrics.filter(({ type }) => type === 'histogram');

    expect(counters.filter(({ name }) => !name.endsWith('_total'))).toEqual([]);
    expect(histograms.filter(({ name }) => !/_(?:seconds|bytes|spans)$/.test(name))).toEqual([]);
  });
});
