// Makes, lists and revokes API keys through the admin routes of a running service.
import { parseArgs } from 'node:util';

const usage = `Usage: npm run keys -- create [--project <id>] [--name <text>] [--permissions <a,b>]
       npm run keys -- list [--project <id>]
       npm run keys -- revoke <key id>

ADMIN_KEY is the service's, and the first of its two values is used; SPANHOUSE_URL says where it is (default http://127.0.0.1:8080).
Without --project: the default project. Permissions: view_spans, edit_spans, view_queries, edit_queries.`;

const defaultProjectId = '00000000-0000-0000-0000-000000000000';
const TIMEOUT_MS = 10_000;
const EXIT_REFUSED = 1;
const EXIT_USAGE = 2;

class KeysError extends Error {
  constructor(message, exitCode) {
    super(message);
    this.exitCode = exitCode;
  }
}

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
    throw new KeysError(`${error.message}\n\n${usage}`, EXIT_USAGE);
  }
  throw new KeysError(usage, EXIT_USAGE);
}

async function request(method, path, body) {
  const { ADMIN_KEY, SPANHOUSE_URL = 'http://127.0.0.1:8080' } = process.env;
  if (!ADMIN_KEY) {
    throw new KeysError(`ADMIN_KEY is not set.\n\n${usage}`, EXIT_USAGE);
  }
  const [adminKey] = ADMIN_KEY.split(',');
  let response;
  try {
    response = await fetch(new URL(path, SPANHOUSE_URL), {
      method,
      headers: { authorization: `Access ${adminKey}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    const reason = error.cause?.message ?? error.message;
    throw new KeysError(`${SPANHOUSE_URL} does not answer: ${reason}`, EXIT_REFUSED);
  }
  const answer = await response.text();
  if (!response.ok) {
    throw new KeysError(`${response.status}: ${reasonIn(answer)}`, EXIT_REFUSED);
  }
  return JSON.parse(answer);
}

function reasonIn(answer) {
  try {
    const { detail } = JSON.parse(answer);
    if (Array.isArray(detail)) {
      return detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join('\n');
    }
    return detail.message ?? detail;
  } catch {
    return answer;
  }
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

try {
  const parsed = parseCommand(process.argv.slice(2));
  await commands[parsed.command](parsed);
} catch (error) {
  if (!(error instanceof KeysError)) {
    throw error;
  }
  console.error(error.message);
  process.exitCode = error.exitCode;
}
