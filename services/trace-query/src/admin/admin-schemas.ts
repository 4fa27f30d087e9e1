import { allPermissions } from '@spanhouse/catalog';
import { notA } from '@spanhouse/span-schema';
import { z } from 'zod';

const MAX_ACCOUNTS = 1000;
const MAX_RETENTION_DAYS = 3650;

const MAX_PRICED_MODELS = 200;
const MAX_MODEL_NAME = 256;
/** US dollars for a million tokens. */
const MAX_PRICE = 1_000_000;

const price = z.number().min(0).max(MAX_PRICE);
const modelPrices = z.strictObject({
  input_mtok: price,
  output_mtok: price.exactOptional(),
  cache_read_mtok: price.exactOptional(),
  cache_write_mtok: price.exactOptional(),
  input_audio_mtok: price.exactOptional(),
  output_audio_mtok: price.exactOptional(),
});

/** The prices of a project's own models by their names, in US dollars for a million tokens. */
export const projectPrices = z
  .record(z.string().min(1).max(MAX_MODEL_NAME), modelPrices)
  .refine(
    (prices) => Object.keys(prices).length <= MAX_PRICED_MODELS,
    `A project prices at most ${MAX_PRICED_MODELS} models.`,
  );

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

/** Body of POST /admin/simple/accounts/; see docs/api/limits.md. */
export const accountsRequest = z.object({
  accounts: z
    .record(z.string(), accountRequest)
    .refine(
      (accounts) => Object.keys(accounts).length <= MAX_ACCOUNTS,
      `At most ${MAX_ACCOUNTS} accounts can be made at once.`,
    ),
});

/** Body of POST /admin/keys. */
export const createKeyRequest = z.object({
  project_id: uuid,
  name: name.nullish(),
  permissions: z.array(z.enum(allPermissions)).min(1).nullish(),
});

/** Query string of GET /admin/keys. */
export const listKeysQuery = z.object({ project_id: uuid });

/** Query string of GET /admin/ledger. */
export const ledgerQuery = z.object({
  oldest: z
    .string()
    .exactOptional()
    .describe('Time of receipt, inclusive. Default: an hour before `newest`.'),
  newest: z.string().exactOptional().describe('Time of receipt, exclusive. Default: now.'),
});

/** Query string of GET /admin/projects. */
export const listProjectsQuery = z.object({
  prefix: z.string().exactOptional(),
  limit: z.coerce.number().int().min(1).max(1000).exactOptional(),
  next: z.string().exactOptional(),
});

/** Body of PUT /admin/projects/{project_id}. */
export const updateProjectRequest = z.object({
  name: name.nullish(),
  /** Null keeps spans forever. */
  retention_days: z.int().min(1).max(MAX_RETENTION_DAYS).nullable().exactOptional(),
  /** Replaces all prices; null removes them. */
  prices: projectPrices.nullable().exactOptional(),
});
