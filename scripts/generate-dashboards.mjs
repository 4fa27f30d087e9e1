// `npm run dashboards`: writes deploy/grafana/dashboards from deploy/grafana/src.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dashboards, toJson } from '../deploy/grafana/src/dashboards.ts';

const directory = new URL('../deploy/grafana/dashboards/', import.meta.url);
mkdirSync(directory, { recursive: true });
for (const [file, dashboard] of Object.entries(dashboards())) {
  writeFileSync(new URL(file, directory), toJson(dashboard));
}
