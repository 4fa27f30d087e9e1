import { DEFAULT_PROJECT_ID } from '@spanhouse/catalog';
import { AppError, type HttpRequest } from '@spanhouse/service-runtime';
import type { Principal } from '../ingest/principal.js';
import type { ProjectCache } from '../ingest/project-cache.js';

/** Who sends a request. Throws the 401 or 403 of the contract, or a retryable AppError. */
export type Authenticate = (req: HttpRequest) => Promise<Principal>;

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Open mode: whoever reaches the port writes to the default project. */
export function createOpenAuthentication(projects: ProjectCache): Authenticate {
  return async () => {
    const project = await projects.get(DEFAULT_PROJECT_ID);
    if (project === undefined) {
      throw new AppError('CATALOG_UNAVAILABLE', 'the catalog has no default project', {
        retryable: true,
      });
    }
    return {
      projectId: project.project_id,
      userId: NOBODY,
      retentionDays: project.retention_days ?? 0,
    };
  };
}
