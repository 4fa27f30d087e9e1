import { readdirSync, readFileSync } from 'node:fs';
import type { Dashboard, Panel } from '@grafana/grafana-foundation-sdk/dashboard';
import { parse } from 'yaml';
import { dashboards, toJson } from './dashboards.js';
import { CLICKHOUSE, PROMETHEUS } from './data-sources.js';
import { overviewDashboard } from './overview-dashboard.js';

type Json = Readonly<Record<string, unknown>>;

const HERE = `${__dirname}/..`;
const ALL = dashboards();
const AGGREGATED = /^(ALERTS|spanhouse:.+)$/;

function panelsOf(dashboard: Dashboard): readonly Panel[] {
  return (dashboard.panels ?? []).filter((panel): panel is Panel => panel.type !== 'row');
}

const targetsOf = ({ targets = [] }: Panel) =>
  targets.map((target) => ({ ...target })) as readonly Json[];
const expressions = Object.values(ALL)
  .flatMap(panelsOf)
  .flatMap(targetsOf)
  .flatMap(({ expr }) => (typeof expr === 'string' ? [expr] : []));

describe('deploy/grafana/dashboards', () => {
  it('is what the code makes, byte for byte: npm run dashboards', () => {
    const files = readdirSync(`${HERE}/dashboards`);

    expect(files.toSorted()).toEqual(Object.keys(ALL).toSorted());
    for (const [file, dashboard] of Object.entries(ALL)) {
      expect(readFileSync(`${HERE}/dashboards/${file}`, 'utf8')).toBe(toJson(dashboard));
    }
  });

  it.each(Object.entries(ALL))(
    '%s says of every panel what it shows, in which unit',
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

  it.each(Object.entries(ALL))(
    '%s names its curves and tells its queries apart',
    (_, dashboard) => {
      for (const panel of panelsOf(dashboard)) {
        const targets = targetsOf(panel);
        const legends = targets.map(({ legendFormat }) => legendFormat);
        const hasCurves = panel.type === 'timeseries' && panel.datasource?.type === 'prometheus';

        expect(targets.length).toBeGreaterThan(0);
        expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
        if (!hasCurves) continue;
        expect(legends).not.toContain(undefined);
        expect(legends).not.toContain('__auto');
        expect(new Set(legends).size).toBe(legends.length);
      }
    },
  );

  it.each(Object.entries(ALL))('%s fills its rows without overlaps', (_, dashboard) => {
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

  it('narrows every metric to what is chosen, and what rules sum up to its namespace', () => {
    const selectors = expressions.flatMap((expr) => [
      ...expr.matchAll(/([a-zA-Z_:][\w:]*)\{([^}]*)\}/g),
    ]);

    expect(selectors.length).toBeGreaterThan(expressions.length - 1);
    for (const [, name = '', matchers = ''] of selectors) {
      expect(matchers).toContain('namespace=~"$namespace"');
      if (AGGREGATED.test(name)) continue;
      expect(matchers).toContain('job=~"$job", instance=~"$instance"');
    }
  });

  it('leads from the overview to every other dashboard', () => {
    const { 'overview.json': _, ...others } = ALL;

    const { links } = JSON.parse(toJson(overviewDashboard()));

    expect(links).toEqual([expect.objectContaining({ tags: ['spanhouse'], keepTime: true })]);
    expect(links[0].placement).toBe(undefined);
    for (const dashboard of Object.values(others)) expect(dashboard.tags).toContain('spanhouse');
  });
});

describe('deploy/grafana/provisioning', () => {
  const read = (path: string) => parse(readFileSync(`${HERE}/provisioning/${path}`, 'utf8'));

  it('has the data sources that the dashboards choose', () => {
    const { datasources } = read('datasources/spanhouse.yaml');

    expect(datasources).toEqual(
      [PROMETHEUS, CLICKHOUSE].map(({ name, uid, type }) =>
        expect.objectContaining({ name, uid, type }),
      ),
    );
  });

  it('asks of Prometheus no finer steps than it scrapes', () => {
    const { datasources } = read('datasources/spanhouse.yaml');
    const { global } = parse(readFileSync(`${HERE}/../prometheus/prometheus.yml`, 'utf8'));

    expect(datasources[0].jsonData.timeInterval).toBe(global.scrape_interval);
  });
});
