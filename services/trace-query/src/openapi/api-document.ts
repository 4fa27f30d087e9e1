import { adminOperations } from './admin-operations.js';
import { type ApiDocument, buildDocument } from './build-document.js';
import { ingestOperations } from './ingest-operations.js';
import { readOperations } from './read-operations.js';
import { serviceOperations } from './service-operations.js';

/** The whole API, whichever service answers. */
export function createApiDocument(): ApiDocument {
  return buildDocument({
    ...ingestOperations,
    ...readOperations,
    ...adminOperations,
    ...serviceOperations,
  });
}
