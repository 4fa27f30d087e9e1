import { readdirSync, readFileSync } from 'node:fs';
import type { Dashboard, Panel } from '@grafana/grafana-foundation-sdk/dashboard';
import { parse } from 'yaml';
import { overviewDashboard } from './dashboards/overview-dashboard.js';
import { dashboards, toJson } from './dashboards.js';
import { clickhouse, prometheus } from './queries/data-sources.js';

type Json = Readonly<Record<string, unknown>>;

const here = `${__dirname}/..`;
const all = dashboards();
const aggregated = /^(ALERTS|spanhouse:.+)$/;

function panelsOf(dashboard: Dashboard): readonly Panel[] {
  return (dashboard.panels ?? []).filter((panel): panel is Panel => panel.type !== 'row');
}

function targetsOf({ targets = [] }: Panel) {
  return targets.map((target) => ({ ...target })) as readonly Json[];
}

const expressions = Object.values(all)
  .flatMap(panelsOf)
  .flatMap(targetsOf)
  .flatMap(({ expr }) => (typeof expr === 'string' ? [expr] : []));

describe('deploy/grafana/dashboards', () => {
  it('is byte for byte what the code generates (npm run dashboards writes it)', () => {
    const files = readdirSync(`${here}/dashboards`);

    expect(files.toSorted()).toEqual(Object.keys(all).toSorted());
    for (const [file, dashboard] of Object.entries(all)) {
      expect(readFileSync(`${here}/dashboards/${file}`, 'utf8')).toBe(toJson(dashboard));
    }
  });

  it.each(Object.entries(all))(
    '%s has a title, a description and a unit for every panel',
    (_, dashboard) => {
      for (const { title, description, fieldConfig } of panelsOf(dashboard)) {
        const unit = fieldConfig?.defaults.unit;
        expect({ title, description, unit }).toEqual({
          title: expect.stringMatching(/./),
          description: expect.stringMatching(/\.$/),
          unit: expect.stringMatching(/./),
        });
      }
    },
  );

  it.each(Object.entries(all))(
    '%s names every curve and gives every query its own letter',
    (_, dashboard) => {
      for (const panel of panelsOf(dashboard)) {
        const targets = targetsOf(panel);
        const legends = targets.map(({ legendFormat }) => legendFormat);
        const hasCurves = panel.type === 'timeseries' && panel.datasource?.type === 'prometheus';

        expect(targets.length).toBeGreaterThan(0);
        expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
        if (!hasCurves) {
          continue;
        }
        expect(legends).not.toContain(undefined);
        expect(legends).not.toContain('__auto');
        expect(new Set(legends).size).toBe(legends.length);
      }
    },
  );

  it.each(Object.entries(all))('%s fills its rows without gaps or overlaps', (_, dashboard) => {
    const cells = panelsOf(dashboard).flatMap(({ gridPos = { x: 0, y: 0, w: 0, h: 0 } }) =>
      Array.from({ length: gridPos.w * gridPos.h }, (__, index) => {
        const x = gridPos.x + (index % gridPos.w);
        return `${x}/${gridPos.y + Math.floor(index / gridPos.w)}`;
      }),
    );
    const ids = (dashboard.panels ?? []).map(({ id }) => id);

    expect(new Set(cells).size).toBe(cells.length);
    expect(cells.length % 24).toBe(0);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('restricts every metric to the chosen processes, and every recorded series to the chosen namespace', () => {
    const selectors = expressions.flatMap((expr) => [
      ...expr.matchAll(/([a-zA-Z_:][\w:]*)\{([^}]*)\}/g),
    ]);

    expect(selectors.length).toBeGreaterThan(expressions.length - 1);
    for (const [, name = '', matchers = ''] of selectors) {
      expect(matchers).toContain('namespace=~"$namespace"');
      if (aggregated.test(name)) {
        continue;
      }
      expect(matchers).toContain('job=~"$job", instance=~"$instance"');
    }
  });

  it('links from the overview to every other dashboard', () => {
    const { 'overview.json': _, ...others } = all;

    const { links } = JSON.parse(toJson(overviewDashboard()));

    expect(links).toEqual([expect.objectContaining({ tags: ['spanhouse'], keepTime: true })]);
    expect(links[0].placement).toBe(undefined);
    for (const dashboard of Object.values(others)) {
      expect(dashboard.tags).toContain('spanhouse');
    }
  });
});

describe('deploy/grafana/provisioning', () => {
  const read = (path: string) => parse(readFileSync(`${here}/provisioning/${path}`, 'utf8'));

  it('provides the data sources that the dashboards choose by default', () => {
    const { datasources } = read('datasources/spanhouse.yaml');

    expect(datasources).toEqual(
      expect.arrayContaining(
        [prometheus, clickhouse].map(({ name, uid, type }) =>
          expect.objectContaining({ name, uid, type }),
        ),
      ),
    );
  });

  it('queries Prometheus in steps that are not finer than its scrape interval', () => {
    const { datasources } = read('datasources/spanhouse.yaml');
    const { global } = parse(readFileSync(`${here}/../prometheus/prometheus.yml`, 'utf8'));

    expect(datasources[0].jsonData.timeInterval).toBe(global.scrape_interval);
  });
});
