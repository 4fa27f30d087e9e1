// Creates, lists and revokes API keys through the admin routes of a running service.
import { parseArgs } from 'node:util';
import {
  adminAuthorization,
  CommandError,
  callService,
  EXIT_USAGE,
  runCommand,
} from './commands/call-service.mjs';

const usage = `Usage: npm run keys -- create [--project <id>] [--name <text>] [--permissions <a,b>]
       npm run keys -- list [--project <id>]
       npm run keys -- revoke <key id>

ADMIN_KEY is the service's, and the first of its two values is used; SPANHOUSE_URL says where it is (default http://127.0.0.1:8080).
Without --project: the default project. Permissions: view_spans, edit_spans, view_queries, edit_queries.`;

const defaultProjectId = '00000000-0000-0000-0000-000000000000';

const optionTypes = {
  project: { type: 'string' },
  name: { type: 'string' },
  permissions: { type: 'string' },
};
const allowedOptions = {
  create: ['project', 'name', 'permissions'],
  list: ['project'],
  revoke: [],
};

function parseCommand(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: optionTypes,
      allowPositionals: true,
    });
    const [command, ...rest] = positionals;
    const allowed = Object.hasOwn(allowedOptions, command ?? '')
      ? allowedOptions[command]
      : undefined;
    const wrong = Object.keys(values).find((name) => !allowed?.includes(name));
    const isComplete = rest.length === (command === 'revoke' ? 1 : 0);
    if (allowed !== undefined && wrong === undefined && isComplete) {
      return { command, id: rest[0], project: defaultProjectId, ...values };
    }
  } catch (error) {
    throw new CommandError(`${error.message}\n\n${usage}`, EXIT_USAGE);
  }
  throw new CommandError(usage, EXIT_USAGE);
}

async function request(method, path, body) {
  const authorization = adminAuthorization(usage);
  return (await callService(method, path, { authorization, body })).body;
}

const commands = {
  async create({ project, name, permissions }) {
    const body = { project_id: project, name, permissions: permissions?.split(',') };
    const key = await request('POST', '/admin/keys', body);
    console.error(`Key ${key.id} of project ${key.project_id}: ${key.permissions.join(', ')}`);
    console.error('Its text is shown this once:');
    console.log(key.key);
  },
  async list({ project }) {
    const { keys } = await request('GET', `/admin/keys?project_id=${encodeURIComponent(project)}`);
    for (const { id, prefix, name = '-', permissions, created_at, revoked_at } of keys) {
      const state = revoked_at === undefined ? 'active' : `revoked ${revoked_at}`;
      console.log([id, `${prefix}.…`, created_at, state, permissions.join(','), name].join('  '));
    }
    console.error(`${keys.length} keys of project ${project}`);
  },
  async revoke({ id }) {
    const { revoked_at } = await request('DELETE', `/admin/keys/${encodeURIComponent(id)}`);
    console.log(`revoked ${id} at ${revoked_at}`);
  },
};

await runCommand(async (args) => {
  const parsed = parseCommand(args);
  await commands[parsed.command](parsed);
});
