import { z } from 'zod';
import { notA } from '../query/validation-detail.js';
import { permissions } from '../span/permissions.js';
import { type Answered, counted, namedObject } from './named-schemas.js';
import { shownTimeSchema } from './value-schemas.js';

const MAX_ACCOUNTS = 1000;
const MAX_PRICED_MODELS = 200;

const price = z.number().min(0).max(1_000_000);
const modelPrices = z
  .strictObject({
    input_mtok: price,
    output_mtok: price.exactOptional(),
    cache_read_mtok: price.exactOptional(),
    cache_write_mtok: price.exactOptional(),
    input_audio_mtok: price.exactOptional(),
    output_audio_mtok: price.exactOptional(),
  })
  .describe(
    'US dollars per million tokens. A kind of tokens without a price costs as much as its side; output without a price is free.',
  );

const projectPrices = z
  .record(z.string().min(1).max(256), modelPrices)
  .refine(
    (prices) => Object.keys(prices).length <= MAX_PRICED_MODELS,
    `A project prices at most ${MAX_PRICED_MODELS} models.`,
  )
  .meta({ maxProperties: MAX_PRICED_MODELS })
  .describe('By the names of models.');

/** The prices that a project has set for models, keyed by model name. */
export type ProjectPrices = Answered<typeof projectPrices>;

const uuid = z.guid(notA('uuid').msg).toLowerCase();
const name = z.string().min(1).max(200);

const accountRequest = z.object({
  user: z.object({ email: z.string().min(1).max(320) }),
  options: z
    .object({
      create_api_keys: z.boolean().nullish(),
      return_api_keys: z.boolean().nullish(),
      seed_defaults: z.boolean().nullish(),
    })
    .nullish(),
});

/** The body of `POST /admin/simple/accounts/`; see docs/api/limits.md. */
export const accountsRequestSchema = namedObject('AccountsRequest', {
  accounts: z
    .record(z.string(), accountRequest)
    .refine(
      (accounts) => Object.keys(accounts).length <= MAX_ACCOUNTS,
      `At most ${MAX_ACCOUNTS} accounts can be made at once.`,
    )
    .meta({ maxProperties: MAX_ACCOUNTS }),
});

const account = z.object({
  user: z.object({ id: z.uuid(), email: z.string() }),
  project: z.object({ id: z.uuid() }),
  api_keys: z.object({ key: z.string() }).optional(),
});

/** The answer to the creation of accounts. */
export const accountsAnswerSchema = namedObject('AccountsAnswer', {
  accounts: z.record(z.string(), account),
});

/** The body of `POST /admin/keys`. */
export const createKeyRequestSchema = namedObject('CreateKeyRequest', {
  project_id: uuid,
  name: name.nullish(),
  permissions: z.array(z.enum(permissions)).min(1).nullish(),
});

const granted = z.array(z.enum(permissions));

/** The answer to the creation of a key. */
export const createdKeySchema = namedObject('CreatedKey', {
  id: z.uuid(),
  key: z.string(),
  project_id: z.uuid(),
  permissions: granted,
});

/** The query string of `GET /admin/keys`. */
export const listKeysQuerySchema = z.object({ project_id: uuid });

const listedKey = z.object({
  id: z.uuid(),
  prefix: z.string(),
  name: z.string().optional(),
  permissions: granted,
  created_at: shownTimeSchema,
  revoked_at: shownTimeSchema.optional(),
});

/** The answer that lists the keys of a project. */
export const keysAnswerSchema = counted('KeysAnswer', { keys: z.array(listedKey) });

/** The answer to the revocation of a key. */
export const revokedKeySchema = namedObject('RevokedKey', {
  id: z.uuid(),
  revoked_at: shownTimeSchema,
});

/** The query string of `GET /admin/ledger`. */
export const ledgerQuerySchema = z.object({
  oldest: z
    .string()
    .exactOptional()
    .describe('Time of receipt, inclusive. Default: an hour before `newest`.'),
  newest: z.string().exactOptional().describe('Time of receipt, exclusive. Default: now.'),
});

/** The query string of `GET /admin/projects`. */
export const listProjectsQuerySchema = z.object({
  prefix: z.string().default(''),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  next: z.string().exactOptional(),
});

const listedProject = z.object({
  id: z.uuid(),
  name: z.string(),
  retention_days: z.int().nullable().describe('Null: spans are kept forever.'),
  created_at: shownTimeSchema,
  keys: z.int().describe('The keys that are not revoked.'),
});

/** The answer with a page of projects. */
export const projectsAnswerSchema = counted('ProjectsAnswer', {
  projects: z.array(listedProject),
  next: z.string().optional(),
});

/** The body of `PUT /admin/projects/{project_id}`. */
export const updateProjectRequestSchema = namedObject('UpdateProjectRequest', {
  name: name.nullish(),
  retention_days: z
    .int()
    .min(1)
    .max(3650)
    .nullable()
    .exactOptional()
    .describe('Null keeps spans forever.'),
  prices: projectPrices
    .nullable()
    .exactOptional()
    .describe('Replaces all prices; null removes them.'),
});

/** The answer to a change of a project. */
export const changedProjectSchema = namedObject('Project', {
  id: z.uuid(),
  name: z.string(),
  retention_days: z.int().nullable(),
  prices: projectPrices.nullable(),
});

const count = z.int().min(0);
const milliseconds = z.number().min(0).nullable();

/** The answer to `GET /admin/ingest`. */
export const ingestAnswerSchema = namedObject('IngestAnswer', {
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
  gateways: count.optional().describe('Absent if the only gateway is in the process that answers.'),
  dead_letters: count,
  store: z.object({ rows: count, bytes: count, free_bytes: count }),
});

const ledgerSums = {
  accepted: count,
  stored: count,
  dead_lettered: count,
  removed: count,
  expired: count,
  pending: count,
  unaccounted: count,
};

const message = { log_partition: count, log_offset: count, received_at: z.string() };

/** The answer to `GET /admin/ledger`. */
export const ledgerAnswerSchema = namedObject('LedgerAnswer', {
  oldest: z.string(),
  newest: z.string(),
  is_balanced: z.boolean(),
  ...ledgerSums,
  missing_messages: count,
  unread_messages: count,
  unentered_messages: count,
  minutes: z.array(z.object({ minute: z.string(), project_id: z.string(), ...ledgerSums })),
  unbalanced: z.array(z.object({ ...message, project_id: z.string(), ...ledgerSums })),
  gaps: z.array(z.object({ ...message, missing: z.int().min(1), writer: z.string().optional() })),
});

export type KeysAnswer = Answered<typeof keysAnswerSchema>;
export type ProjectsAnswer = Answered<typeof projectsAnswerSchema>;
export type IngestAnswer = Answered<typeof ingestAnswerSchema>;
export type AccountsAnswer = Answered<typeof accountsAnswerSchema>;
