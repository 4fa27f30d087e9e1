import type { RequireAdmin } from '@spanhouse/api-kit';
import type { Principal } from '@spanhouse/catalog';
import type { TokenSigner } from '@spanhouse/service-runtime';
import type { DeadLetterReader } from '@spanhouse/span-log/dead-letter-reader';
import type { EditServices } from '../edits/edit-services.js';
import { queryText } from '../requests/query-text.js';

export interface DeadLetterServices extends EditServices {
  readonly letters: Pick<DeadLetterReader, 'list' | 'find'>;
  readonly signer: TokenSigner;
  readonly requireAdmin: RequireAdmin;
}

/** The holder of the admin key, who belongs to no project. */
const administrator: Principal = {
  project_id: '',
  user_id: '',
  permissions: [],
  retention_days: null,
  prices: null,
};

/**
 * Returns services that check the admin key if a request is for the letters of all projects. The administrator's
 * project is `''`, which is also the project of letters without a known project.
 */
export function withAdministrators(services: DeadLetterServices): DeadLetterServices {
  return {
    ...services,
    async authenticate(req, res, need) {
      if (queryText(req, 'all') !== 'true') {
        return await services.authenticate(req, res, need);
      }
      services.requireAdmin(req.headers.authorization);
      res.set('cache-control', 'no-store');
      return administrator;
    },
  };
}
