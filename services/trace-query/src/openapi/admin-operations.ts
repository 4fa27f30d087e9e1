import { PERMISSIONS } from '@spanhouse/catalog';
import { shape } from '@spanhouse/span-schema/api';
import { z } from 'zod';
import {
  accountsRequest,
  createKeyRequest,
  listKeysQuery,
  updateProjectRequest,
} from '../admin/admin-schemas.js';
import type { Operations } from './operation.js';

const permissions = z.array(z.enum(PERMISSIONS));

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

export const adminOperations: Operations = {
  'POST /admin/simple/accounts/': {
    tag: 'Admin',
    summary: 'Set up users, each with a fresh project and a key for it',
    access: 'admin',
    body: { shape: shape('AccountsRequest', accountsRequest), required: true },
    answers: {
      200: {
        description: 'The accounts; the text of a key is shown this once.',
        shape: shape('AccountsAnswer', z.object({ accounts: z.record(z.string(), account) })),
      },
    },
  },
  'POST /admin/keys': {
    tag: 'Admin',
    summary: 'Make a key of a project',
    access: 'admin',
    body: { shape: shape('CreateKeyRequest', createKeyRequest), required: true },
    answers: {
      201: {
        description: 'The key; its text is shown this once.',
        shape: shape(
          'CreatedKey',
          z.object({ id: z.uuid(), key: z.string(), project_id: z.uuid(), permissions }),
        ),
      },
    },
  },
  'GET /admin/keys': {
    tag: 'Admin',
    summary: 'List the keys of a project, without their texts',
    access: 'admin',
    query: listKeysQuery,
    answers: {
      200: {
        description: 'All of them, revoked ones included.',
        shape: shape('KeysAnswer', z.object({ count: z.int(), keys: z.array(shownKey) })),
      },
    },
  },
  'DELETE /admin/keys/{key_id}': {
    tag: 'Admin',
    summary: 'Revoke a key',
    access: 'admin',
    answers: {
      200: {
        description: 'It is revoked.',
        shape: shape('RevokedKey', z.object({ id: z.uuid(), revoked_at: z.string() })),
      },
    },
  },
  'PUT /admin/projects/{project_id}': {
    tag: 'Admin',
    summary: 'Rename a project, or set how long its spans are kept',
    access: 'admin',
    body: { shape: shape('UpdateProjectRequest', updateProjectRequest), required: true },
    answers: {
      200: {
        description: 'The project as it is now.',
        shape: shape(
          'Project',
          z.object({ id: z.uuid(), name: z.string(), retention_days: z.int().nullable() }),
        ),
      },
    },
  },
};
