import type { Route } from '@spanhouse/api-kit';
import { bindDialect, type DialectServices } from '../front-doors/dialect-routes.js';
import { writePlainProblem } from '../front-doors/problem-text.js';
import { readBuiltPages } from '../front-doors/read-built-pages.js';
import { getAutocomplete } from './get-autocomplete.js';
import { getLens } from './get-lens.js';
import { getZipkinDependencies } from './get-zipkin-dependencies.js';
import { getZipkinNames } from './get-zipkin-names.js';
import { getZipkinTrace } from './get-zipkin-trace.js';
import { getTraceMany, getZipkinTraces } from './get-zipkin-traces.js';
import { ServiceCounts } from './service-counts.js';
import { looseGroups, strictGroups } from './trace-groups.js';

/** Creates the routes below `/zipkin`: the read API of Zipkin v2, and the pages of Lens. */
export function createZipkinRoutes(needed: DialectServices): readonly Route[] {
  const { lensDir, hasStrictTraceIds } = needed.settings.frontDoors;
  const groups = hasStrictTraceIds ? strictGroups : looseGroups;
  const dialect = { base: '/zipkin', writeProblem: writePlainProblem } as const;
  const own = { ...needed, groups, serviceCounts: new ServiceCounts() };
  const services = bindDialect(own, dialect);
  return [
    ...getZipkinNames(services),
    getZipkinTraces(services),
    getZipkinTrace(services),
    getTraceMany(services),
    getZipkinDependencies(services),
    ...getAutocomplete(services),
    ...getLens(
      services,
      lensDir === undefined ? undefined : readBuiltPages('ZIPKIN_LENS_DIR', lensDir),
    ),
  ];
}
