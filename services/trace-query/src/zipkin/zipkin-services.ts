import type { BoundServices } from '../front-doors/dialect-routes.js';
import type { ServiceCounts } from './service-counts.js';
import type { TraceGroups } from './trace-groups.js';

export interface ZipkinServices extends BoundServices {
  readonly serviceCounts: ServiceCounts;
  readonly groups: TraceGroups;
}
