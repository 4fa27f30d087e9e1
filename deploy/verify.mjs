// Compares the accepted spans of a running service with its stored spans (docs/operations/verify.md).
import { parseArgs } from 'node:util';
import {
  adminAuthorization,
  CommandError,
  callService,
  EXIT_REFUSED,
  EXIT_USAGE,
  runCommand,
} from './commands/call-service.mjs';

const usage = `Usage: npm run verify -- [--from <time>] [--to <time>] [--minutes]

Compares the spans that were received from --from (default: an hour before --to) up to --to (default: now) with what
is stored, and names the messages of the log that do not add up. --minutes prints the sums of each project and minute.
ADMIN_KEY is the service's; SPANHOUSE_URL says where it is (default http://127.0.0.1:8080).
A time is a date such as 2026-05-01T10:00:00Z.`;

const MS_PER_HOUR = 3_600_000;
/** Timeout of one request. The service compares up to an hour of spans, which takes long under load. */
const TIMEOUT_MS = 600_000;
const MAX_NAMED = 100;

const members = [
  ['stored', 'stored'],
  ['dead_lettered', 'dead-lettered'],
  ['removed', 'removed'],
  ['expired', 'expired'],
  ['pending', 'pending'],
  ['unaccounted', 'unaccounted'],
];

function parseRange(args) {
  let values;
  try {
    const time = { type: 'string' };
    const options = { from: time, to: time, minutes: { type: 'boolean', default: false } };
    ({ values } = parseArgs({ args, options }));
  } catch (error) {
    throw new CommandError(`${error.message}\n\n${usage}`, EXIT_USAGE);
  }
  const to = values.to === undefined ? Date.now() : Date.parse(values.to);
  const from = values.from === undefined ? to - MS_PER_HOUR : Date.parse(values.from);
  if (Number.isNaN(from) || Number.isNaN(to) || from >= to) {
    throw new CommandError(usage, EXIT_USAGE);
  }
  return { from, to, showsMinutes: values.minutes };
}

/** Requests the balance of the ledger for each hour in the range. */
async function* readHours({ from, to }, authorization) {
  for (let oldest = from; oldest < to; oldest += MS_PER_HOUR) {
    const newest = Math.min(oldest + MS_PER_HOUR, to);
    const range = new URLSearchParams({
      oldest: new Date(oldest).toISOString(),
      newest: new Date(newest).toISOString(),
    });
    const path = `/admin/ledger?${range}`;
    const { body } = await callService('GET', path, { authorization, timeoutMs: TIMEOUT_MS });
    yield body;
  }
}

function equationOf(sums) {
  const terms = members.map(([name, label]) => `${sums[name]} ${label}`);
  return `${sums.accepted} accepted = ${terms.join(' + ')}`;
}

function placeOf({ log_partition, log_offset, received_at }) {
  return `partition ${log_partition}, offset ${log_offset}, received ${received_at}`;
}

function namesOf({ unbalanced, gaps }) {
  return [
    ...unbalanced.map((message) => ({
      at: message.received_at,
      text: `Does not add up: ${placeOf(message)}, project ${message.project_id}: ${equationOf(message)}`,
    })),
    ...gaps.map((gap) => ({
      at: gap.received_at,
      text: `Missing: ${gap.missing} messages ${gap.writer === undefined ? 'of the log' : `of ${gap.writer}`} before ${placeOf(gap)}`,
    })),
  ];
}

async function verify({ from, to, showsMinutes }, authorization) {
  const total = Object.fromEntries(
    ['accepted', ...members.map(([name]) => name)].map((n) => [n, 0]),
  );
  const named = [];
  let isBalanced = true;
  let waiting = '';
  for await (const hour of readHours({ from, to }, authorization)) {
    for (const name of Object.keys(total)) {
      total[name] += hour[name];
    }
    for (const minute of showsMinutes ? hour.minutes : []) {
      console.log(`${minute.minute}  ${minute.project_id}  ${equationOf(minute)}`);
    }
    named.push(...namesOf(hour).slice(0, MAX_NAMED - named.length));
    isBalanced &&= hour.is_balanced;
    waiting = `${hour.unread_messages} messages of the log are not read yet, and ${hour.unentered_messages} not entered`;
  }
  for (const { text } of named.sort((left, right) => (left.at < right.at ? -1 : 1))) {
    console.log(text);
  }
  console.log(`${equationOf(total)}; ${waiting}`);
  if (!isBalanced) {
    throw new CommandError('It does not add up.', EXIT_REFUSED);
  }
}

await runCommand(async (args) => {
  const range = parseRange(args);
  await verify(range, adminAuthorization(usage));
});
