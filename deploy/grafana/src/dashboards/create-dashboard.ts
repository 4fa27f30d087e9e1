import type { Builder } from '@grafana/grafana-foundation-sdk/cog';
import type { DataSourceRef } from '@grafana/grafana-foundation-sdk/common';
import type { Dashboard, VariableModel } from '@grafana/grafana-foundation-sdk/dashboard';
import {
  type AnnotationQueryBuilder,
  DashboardBuilder,
  DashboardCursorSync,
  DashboardLinkBuilder,
  DashboardLinkType,
  RowBuilder,
} from '@grafana/grafana-foundation-sdk/dashboard';
import type { Panel } from '../panels/panels.js';

const tag = 'spanhouse';
const GRID_WIDTH = 24;
const refIds = 'ABCDEFGH';

interface Row {
  readonly title: string;
  /** The panels of the row, which share its width equally. */
  readonly panels: readonly Panel[];
  readonly height?: number;
}

interface DashboardSpec {
  readonly uid: string;
  readonly title: string;
  readonly description: string;
  readonly dataSource: DataSourceRef;
  readonly variables: readonly Builder<VariableModel>[];
  readonly annotations?: readonly AnnotationQueryBuilder[];
  readonly rows: readonly Row[];
}

/** Places the rows from top to bottom. Every panel gets a position, a number, and the data source of the dashboard. */
export function createDashboard(spec: DashboardSpec): Dashboard {
  const builder = new DashboardBuilder(spec.title)
    .uid(spec.uid)
    .description(spec.description)
    .tags([tag])
    .time({ from: 'now-1h', to: 'now' })
    .refresh('30s')
    .tooltip(DashboardCursorSync.Crosshair)
    .variables([...spec.variables])
    .annotations([...(spec.annotations ?? [])])
    .link(linkToTheOthers());
  let id = 0;
  for (const { title, panels, height = 8 } of spec.rows) {
    id += 1;
    builder.withRow(new RowBuilder(title).id(id));
    for (const panel of panels) {
      id += 1;
      panel.id(id).datasource(spec.dataSource);
      builder.withPanel(panel.span(GRID_WIDTH / panels.length).height(height));
    }
  }
  return withReferences(builder.build());
}

function linkToTheOthers(): DashboardLinkBuilder {
  return new DashboardLinkBuilder('Spanhouse')
    .type(DashboardLinkType.Dashboards)
    .tags([tag])
    .tooltip('The other dashboards of Spanhouse')
    .keepTime(true);
}

/** Assigns a letter to each query of a panel, because Grafana identifies queries by letter. */
function withReferences(dashboard: Dashboard): Dashboard {
  for (const panel of dashboard.panels ?? []) {
    if (!('targets' in panel)) {
      continue;
    }
    for (const [index, target] of (panel.targets ?? []).entries()) {
      Object.assign(target, { refId: refIds.charAt(index), datasource: panel.datasource });
    }
  }
  return dashboard;
}
