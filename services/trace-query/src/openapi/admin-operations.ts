import { allPermissions } from '@spanhouse/catalog';
import { named } from '@spanhouse/span-schema/api';
import { z } from 'zod';
import {
  accountsRequest,
  createKeyRequest,
  ledgerQuery,
  listKeysQuery,
  listProjectsQuery,
  projectPrices,
  updateProjectRequest,
} from '../admin/admin-schemas.js';
import { answer, withCommon } from './operation.js';

const permissions = z.array(z.enum(allPermissions));

const account = z.object({
  user: z.object({ id: z.uuid(), email: z.string() }),
  project: z.object({ id: z.uuid() }),
  api_keys: z.object({ key: z.string() }).optional(),
});

const shownKey = z.object({
  id: z.uuid(),
  prefix: z.string(),
  name: z.string().optional(),
  permissions,
  created_at: z.string(),
  revoked_at: z.string().optional(),
});

const listedProject = z.object({
  id: z.uuid(),
  name: z.string(),
  retention_days: z.int().nullable(),
  created_at: z.string(),
  keys: z.int(),
});

const count = z.int().min(0);
const milliseconds = z.number().min(0).nullable();

const ingestAnswer = named(
  'IngestAnswer',
  z.object({
    at: z.iso.datetime(),
    partitions: z.array(
      z.object({
        partition: count,
        end: count,
        committed: count,
        lag_records: count,
        lag_seconds: z.number().min(0),
      }),
    ),
    time_to_visible_ms: z.object({ p50: milliseconds, p95: milliseconds, max: milliseconds }),
    accepted_per_second: z.number().min(0),
    dropped: z.array(z.object({ code: z.string(), count: z.int().min(1) })),
    gateways: count.optional(),
    dead_letters: count,
    store: z.object({ rows: count, bytes: count, free_bytes: count }),
  }),
);

const ledgerSums = {
  accepted: count,
  stored: count,
  dead_lettered: count,
  removed: count,
  expired: count,
  pending: count,
  unaccounted: count,
};

const messagePlace = {
  log_partition: count,
  log_offset: count,
  received_at: z.string(),
};

const ledgerAnswer = named(
  'LedgerAnswer',
  z.object({
    oldest: z.string(),
    newest: z.string(),
    is_balanced: z.boolean(),
    ...ledgerSums,
    missing_messages: count,
    unread_messages: count,
    unentered_messages: count,
    minutes: z.array(z.object({ minute: z.string(), project_id: z.string(), ...ledgerSums })),
    unbalanced: z.array(z.object({ ...messagePlace, project_id: z.string(), ...ledgerSums })),
    gaps: z.array(
      z.object({ ...messagePlace, missing: z.int().min(1), writer: z.string().optional() }),
    ),
  }),
);

/**
 * The operations that need the admin key. Their request schemas are those that the routes check; see
 * docs/api/limits.md.
 */
export const adminOperations = withCommon(
  { tag: 'Admin', access: 'admin' },
  {
    'POST /admin/simple/accounts/': {
      summary: 'Create users, each with a new project and a key for it',
      body: { schema: named('AccountsRequest', accountsRequest), required: true },
      answers: answer(
        200,
        'The accounts. The text of a key is shown only in this answer.',
        named('AccountsAnswer', z.object({ accounts: z.record(z.string(), account) })),
      ),
    },
    'POST /admin/keys': {
      summary: 'Create a key for a project',
      body: { schema: named('CreateKeyRequest', createKeyRequest), required: true },
      answers: answer(
        201,
        'The key. Its text is shown only in this answer.',
        named(
          'CreatedKey',
          z.object({ id: z.uuid(), key: z.string(), project_id: z.uuid(), permissions }),
        ),
      ),
    },
    'GET /admin/keys': {
      summary: 'List the keys of a project, without their texts',
      query: listKeysQuery,
      answers: answer(
        200,
        'All keys of the project, including revoked ones.',
        named('KeysAnswer', z.object({ count: z.int(), keys: z.array(shownKey) })),
      ),
    },
    'DELETE /admin/keys/{key_id}': {
      summary: 'Revoke a key',
      answers: answer(
        200,
        'The key is revoked.',
        named('RevokedKey', z.object({ id: z.uuid(), revoked_at: z.string() })),
      ),
    },
    'GET /admin/projects': {
      summary: 'List the projects by name',
      query: listProjectsQuery,
      answers: answer(
        200,
        'A page of projects, each with the number of its keys that are not revoked.',
        named(
          'ProjectsAnswer',
          z.object({
            count: z.int(),
            projects: z.array(listedProject),
            next: z.string().optional(),
          }),
        ),
      ),
    },
    'GET /admin/ingest': {
      summary: 'Show how spans get into the store: rate, lag, time to visible, dropped spans',
      answers: answer(200, 'The state of the ingest, at most some seconds old.', ingestAnswer),
    },
    'GET /admin/ledger': {
      summary: 'Compare the spans that were accepted in a range of time with those that are stored',
      query: ledgerQuery,
      answers: answer(
        200,
        'What became of the accepted spans, and which messages do not add up.',
        ledgerAnswer,
      ),
    },
    'PUT /admin/projects/{project_id}': {
      summary: 'Rename a project, or set how long its spans are kept and what its own models cost',
      body: { schema: named('UpdateProjectRequest', updateProjectRequest), required: true },
      answers: answer(
        200,
        'The project after the change.',
        named(
          'Project',
          z.object({
            id: z.uuid(),
            name: z.string(),
            retention_days: z.int().nullable(),
            prices: projectPrices.nullable(),
          }),
        ),
      ),
    },
  },
);
