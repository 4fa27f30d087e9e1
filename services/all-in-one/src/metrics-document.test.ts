import { type DeclaredMetric, openLabels } from '../test/metric-labels.js';
import { declaredMetrics } from '../test/metrics-document.js';

describe('the metrics of every service', () => {
  let metrics: readonly DeclaredMetric[];
  beforeAll(async () => {
    metrics = await declaredMetrics();
  });

  it('have a help text', () => {
    expect(metrics.filter(({ help }) => help.length < 10).map(({ name }) => name)).toEqual([]);
  });

  it('have only labels whose values are a closed set', () => {
    expect(metrics.filter((metric) => openLabels(metric).length > 0)).toEqual([]);
  });

  it('have names that end in their base unit, and in _total for counters', () => {
    const counters = metrics.filter(({ type }) => type === 'counter');
    const histograms = metrics.filter(({ type }) => type === 'histogram');

    expect(counters.filter(({ name }) => !name.endsWith('_total'))).toEqual([]);
    expect(histograms.filter(({ name }) => !/_(?:seconds|bytes|spans)$/.test(name))).toEqual([]);
  });
});
