import * as api from '@spanhouse/span-schema/api';
import { answer, withCommon } from './operation.js';

/** The operations that need the admin key; see docs/api/limits.md. */
export const adminOperations = withCommon(
  { tag: 'Admin', access: 'admin' },
  {
    'POST /admin/simple/accounts/': {
      summary: 'Create users, each with a new project and a key for it',
      body: { schema: api.accountsRequestSchema, required: true },
      answers: answer(
        200,
        'The accounts. The text of a key is shown only in this answer.',
        api.accountsAnswerSchema,
      ),
    },
    'POST /admin/keys': {
      summary: 'Create a key for a project',
      body: { schema: api.createKeyRequestSchema, required: true },
      answers: answer(201, 'The key. Its text is shown only in this answer.', api.createdKeySchema),
    },
    'GET /admin/keys': {
      summary: 'List the keys of a project, without their texts',
      query: api.listKeysQuerySchema,
      answers: answer(
        200,
        'All keys of the project, including revoked ones.',
        api.keysAnswerSchema,
      ),
    },
    'DELETE /admin/keys/{key_id}': {
      summary: 'Revoke a key',
      answers: answer(200, 'The key is revoked.', api.revokedKeySchema),
    },
    'GET /admin/projects': {
      summary: 'List the projects by name',
      query: api.listProjectsQuerySchema,
      answers: answer(
        200,
        'A page of projects, each with the number of its keys that are not revoked.',
        api.projectsAnswerSchema,
      ),
    },
    'GET /admin/ingest': {
      summary: 'Show the ingest: rate, lag, time to visible, dropped spans',
      answers: answer(
        200,
        'The state of the ingest, at most some seconds old.',
        api.ingestAnswerSchema,
      ),
    },
    'GET /admin/ledger': {
      summary: 'Compare the spans that were accepted in a range of time with those that are stored',
      query: api.ledgerQuerySchema,
      answers: answer(
        200,
        'The states of the accepted spans, and the messages that do not add up.',
        api.ledgerAnswerSchema,
      ),
    },
    'PUT /admin/projects/{project_id}': {
      summary: 'Rename a project, or set its retention and the prices of its own models',
      body: { schema: api.updateProjectRequestSchema, required: true },
      answers: answer(200, 'The project after the change.', api.changedProjectSchema),
    },
  },
);
