import { adminOperations } from './admin-operations.js';
import { analyticsOperations } from './analytics-operations.js';
import { type ApiDocument, buildDocument } from './build-document.js';
import { deadLetterOperations } from './dead-letter-operations.js';
import { editOperations } from './edit-operations.js';
import { ingestOperations } from './ingest-operations.js';
import { readOperations } from './read-operations.js';
import { savedQueryOperations } from './saved-query-operations.js';
import { serviceOperations } from './service-operations.js';

/**
 * Builds the document of the whole API, including the gateway's routes. A test compares the document with the routes of
 * both services.
 */
export function createApiDocument(): ApiDocument {
  return buildDocument({
    ...ingestOperations,
    ...readOperations,
    ...editOperations,
    ...analyticsOperations,
    ...savedQueryOperations,
    ...deadLetterOperations,
    ...adminOperations,
    ...serviceOperations,
  });
}
