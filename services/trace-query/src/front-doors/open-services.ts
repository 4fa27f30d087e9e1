import { type AnalyticsServices, measuredAnalytics } from '../analytics/analytics-services.js';
import type { ReadContext } from '../http/read-handler.js';
import type { DialectServices } from './dialect-routes.js';
import type { NameStore } from './list-names.js';
import type { SearchedStore } from './walk-traces.js';

/** The dependencies of routes that search and count. */
export interface SearchServices extends AnalyticsServices, DialectServices {
  /** Maximum time in ms of a read with several statements. */
  readonly deadlineMs: () => number;
}

/** Opens the current state of the store for all statements of a read. */
export async function openStore(
  { snapshots, clock, deadlineMs }: SearchServices,
  { principal, atLeast, reader, signal }: ReadContext,
): Promise<SearchedStore> {
  const snapshot = await snapshots.current(atLeast);
  const endMs = clock.monotonicMs() + deadlineMs();
  const hasTime = () => clock.monotonicMs() < endMs;
  return { project_id: principal.project_id, snapshot, reader, signal, hasTime };
}

/** Opens the current state of the store with its analytics. */
export async function openWithAnalytics(
  services: SearchServices,
  context: ReadContext,
): Promise<SearchedStore & Pick<AnalyticsServices, 'analytics'>> {
  const analytics = measuredAnalytics(services, context);
  return { ...(await openStore(services, context)), analytics };
}

/** Opens the analytics with the current state of the store. */
export async function openNames(
  services: AnalyticsServices,
  context: ReadContext,
): Promise<NameStore> {
  const { principal, atLeast, signal } = context;
  const snapshot = await services.snapshots.current(atLeast);
  const analytics = measuredAnalytics(services, context);
  return { analytics, project_id: principal.project_id, snapshot, signal };
}
