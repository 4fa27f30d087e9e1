import type { Route } from '@spanhouse/api-kit';
import { allPermissions, type Catalog } from '@spanhouse/catalog';
import { spanhouseVersion } from '@spanhouse/service-runtime';
import { formatTimestamp } from '@spanhouse/span-schema';
import type { TraceAnalytics } from '@spanhouse/trace-store/reader';
import { LRUCache } from 'lru-cache';
import { type ReadServices, readRoute } from '../http/read-handler.js';
import type { ServiceFacts } from './service-facts.js';

export interface ProjectServices extends ReadServices {
  readonly catalog: Pick<Catalog, 'getProject'>;
  /**
   * Returns the facts about the service. It is called for each request, because a process learns its own addresses only
   * after its start.
   */
  readonly facts: () => ServiceFacts;
}

const NS_PER_DAY = 86_400_000_000_000n;

/** Creates the route that returns the key's project and the addresses for sending spans; see docs/api/README.md. */
export function getProject(services: ProjectServices): Route {
  const { catalog, analytics, settings, facts } = services;
  const firstReceipts = createFirstReceipts(analytics);
  return readRoute(services, 'GET /project', {
    kind: 'look_up',
    need: allPermissions,
    mirrored: false,
    parse: () => undefined,
    async answer(_request, { principal, signal }) {
      const { project_id, user_id, permissions, retention_days, key } = principal;
      const project = await catalog.getProject(project_id);
      const firstReceivedAt = await firstReceipts(project_id, signal);
      const { authMode, deadlineMs, ingest } = facts();
      const { json, otlpHttp, otlpGrpc } = ingest;
      const { lookBackNs } = settings;
      return {
        project: { id: project_id, name: project?.name ?? project_id, retention_days },
        user_id,
        permissions,
        ...(key && { key: { prefix: key.prefix, ...(key.name !== null && { name: key.name }) } }),
        auth_mode: authMode,
        version: spanhouseVersion,
        ingest: {
          ...(json !== undefined && { json }),
          ...(otlpHttp !== undefined && { otlp_http: otlpHttp }),
          ...(otlpGrpc !== undefined && { otlp_grpc: otlpGrpc }),
        },
        limits: {
          page: settings.defaultLimit,
          max_page: settings.maxLimit,
          look_back_days: lookBackNs === undefined ? null : Number(lookBackNs / NS_PER_DAY),
          deadline_ms: deadlineMs,
        },
        ...(firstReceivedAt !== undefined && { first_received_at: firstReceivedAt }),
      };
    },
  });
}

const MAX_PROJECTS = 10_000;
/**
 * Maximum time that the answer waits for the store. Clients request their project before anything else, so a slow store
 * must not delay the answer.
 */
const MAX_WAIT_MS = 1000;

/** Caches the time at which each project received its first span. This time never changes. */
function createFirstReceipts(analytics: Pick<TraceAnalytics, 'firstReceivedAt'>) {
  const known = new LRUCache<string, string>({ max: MAX_PROJECTS });
  /** Returns the time in ISO 8601; undefined if the project has no spans or the store does not respond. */
  return async (projectId: string, signal: AbortSignal): Promise<string | undefined> => {
    if (!known.has(projectId)) {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)]);
      const time = await analytics.firstReceivedAt(projectId, limited).catch(() => undefined);
      known.set(projectId, time === undefined ? undefined : formatTimestamp(time));
    }
    return known.get(projectId);
  };
}
