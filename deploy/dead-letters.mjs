// Lists, shows and retries the dead letters of a running service (docs/api/dead-letters.md).
import { parseArgs } from 'node:util';
import {
  adminAuthorization,
  CommandError,
  callService,
  EXIT_REFUSED,
  EXIT_USAGE,
  runCommand,
} from './commands/call-service.mjs';

const usage = `Usage: npm run dead-letters -- list [--stage decode|insert] [--oldest <time>] [--newest <time>] [--all]
       npm run dead-letters -- show <id> [--all]
       npm run dead-letters -- retry <id> ... [--drop <attribute path>] ... [--clamp start_time|end_time] ... [--all]

SPANHOUSE_URL says where the service is (default http://127.0.0.1:8080), SPANHOUSE_API_KEY is a key of the project:
view_spans for list and show, both view_spans and edit_spans for retry. In the mode "open" no key is needed.
--all: the letters of every project and those of none, with ADMIN_KEY; then retry sends only those of none.
--drop removes an attribute of the spans, --clamp moves a time to the nearest one that can be stored. Both may be repeated.`;

const path = '/project/dead-letters';
/** Maximum time to wait for the outcome of a retry. After this time, the command reports a timeout. */
const WAIT_MS = 30_000;
const PAGE_LETTERS = 1000;

const all = { type: 'boolean' };
const commandOptions = {
  list: { all, stage: { type: 'string' }, oldest: { type: 'string' }, newest: { type: 'string' } },
  show: { all },
  retry: {
    all,
    drop: { type: 'string', multiple: true },
    clamp: { type: 'string', multiple: true },
  },
};
const isComplete = {
  list: (ids) => ids.length === 0,
  show: (ids) => ids.length === 1,
  retry: (ids) => ids.length > 0,
};

function parseCommand([command, ...args]) {
  if (!Object.hasOwn(commandOptions, command ?? '')) {
    throw new CommandError(usage, EXIT_USAGE);
  }
  let parsed;
  try {
    parsed = parseArgs({ args, options: commandOptions[command], allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${error.message}\n\n${usage}`, EXIT_USAGE);
  }
  const { values, positionals: ids } = parsed;
  if (!isComplete[command](ids)) {
    throw new CommandError(usage, EXIT_USAGE);
  }
  const { SPANHOUSE_API_KEY: key } = process.env;
  const authorization = values.all ? adminAuthorization(usage) : key && `ApiKey ${key}`;
  return { command, ids, authorization, ...values };
}

function queryOf(values) {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

async function list({ authorization, all, stage, oldest, newest }) {
  let count = 0;
  let next;
  do {
    const query = queryOf({ stage, oldest, newest, all, limit: PAGE_LETTERS, next });
    const { body } = await callService('GET', `${path}${query}`, { authorization });
    for (const letter of body.dead_letters) {
      console.log(lineOf(letter));
    }
    count += body.count;
    next = body.next;
  } while (next !== undefined);
  console.error(`${count} dead letters`);
}

function lineOf({ id, recorded_at, stage, rows, project_id, reason }) {
  const project = project_id === undefined ? [] : [project_id];
  return [id, recorded_at, stage, `rows=${rows}`, ...project, oneLine(reason)].join('  ');
}

/**
 * Converts a string to one line without control characters. The reason of a dead letter may quote a span, whose content
 * must not move the terminal's cursor.
 */
function oneLine(text) {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}

async function show({ ids: [id], authorization, all }) {
  const { body } = await callService('GET', `${pathOf(id)}${queryOf({ all })}`, { authorization });
  console.log(JSON.stringify(body, undefined, 2));
}

async function retry({ ids, drop, clamp, ...access }) {
  let unstored = 0;
  for (const id of ids) {
    const isStored = await retryOne(id, { drop, clamp }, access);
    unstored += isStored ? 0 : 1;
  }
  if (unstored > 0) {
    throw new CommandError(`${unstored} of ${ids.length} are not stored`, EXIT_REFUSED);
  }
}

/**
 * Retries a letter and waits for the outcome. If the service refuses the retry, the command continues with the next
 * letter.
 */
async function retryOne(id, change, { authorization, all }) {
  const query = queryOf({ all });
  try {
    const sent = await callService('POST', `${pathOf(id)}/retry${query}`, {
      authorization,
      body: change,
    });
    const seen = await callService('GET', `${pathOf(id)}${query}`, {
      authorization,
      headers: {
        'x-consistent-with': sent.receipt,
        'x-consistency-timeout-ms': String(WAIT_MS),
      },
      timeoutMs: 2 * WAIT_MS,
      accepted: [404],
    });
    const rest = seen.body?.dead_letter;
    console.log(rest === undefined ? `${id}  stored` : `${id}  refused  ${oneLine(rest.reason)}`);
    return rest === undefined;
  } catch (error) {
    if (!(error instanceof CommandError)) {
      throw error;
    }
    console.log(`${id}  not sent or not yet stored  ${oneLine(error.message)}`);
    return false;
  }
}

function pathOf(id) {
  return `${path}/${encodeURIComponent(id)}`;
}

const commands = { list, show, retry };

await runCommand(async (args) => {
  const parsed = parseCommand(args);
  await commands[parsed.command](parsed);
});
