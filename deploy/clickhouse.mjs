// `npm run --silent clickhouse -- "SELECT …"` logs in to the embedded ClickHouse in DATA_DIR as its owner, runs
// statements and prints the results. Without an argument, it reads statements from standard input; in a terminal, it
// opens an interactive shell. The command exits with 1 if a statement fails or the server does not run.
import { randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

const dataDir = resolve(process.env.DATA_DIR ?? './.spanhouse');
const format = process.stdout.isTTY ? 'PrettyCompactMonoBlock' : 'TabSeparated';
/** Session that all statements share, so that SET and USE apply until this command ends. */
const session = { session_id: randomUUID(), session_timeout: '3600' };

/** Runs a statement. Returns true if ClickHouse accepts it. Otherwise writes ClickHouse's message to standard error. */
async function run(sql) {
  try {
    const parameters = { default_format: format, ...session };
    const answer = await clickhouse.sendStatement(access, { sql, parameters });
    await pipeline(answer, process.stdout, { end: false });
    return true;
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    return false;
  }
}

/** Runs statements in order until ClickHouse refuses one. */
async function runAll(sqlText) {
  const { complete, rest } = clickhouse.splitStatements(sqlText);
  for (const sql of rest === '' ? complete : [...complete, rest]) {
    if (!(await run(sql))) {
      process.exitCode = 1;
      return;
    }
  }
}

async function runShell() {
  process.stderr.write('Statements end with ";". Ctrl-D ends the shell.\n');
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: ':) ' });
  let pending = '';
  lines.on('SIGINT', () => {
    pending = '';
    process.stdout.write('\n');
    lines.setPrompt(':) ');
    lines.prompt();
  });
  lines.prompt();
  for await (const line of lines) {
    if (pending === '' && /^\s*(exit|quit)\s*;?\s*$/i.test(line)) {
      break;
    }
    const { complete, rest } = clickhouse.splitStatements(`${pending}${line}\n`);
    pending = rest === '' ? '' : `${rest}\n`;
    for (const sql of complete) {
      await run(sql);
    }
    lines.setPrompt(pending === '' ? ':) ' : ':-] ');
    lines.prompt();
  }
  lines.close();
}

function messageOf({ code, message }) {
  return code === 'EMBEDDED_CLICKHOUSE_NOT_RUNNING'
    ? `No embedded ClickHouse runs in ${dataDir}: start Spanhouse, or set DATA_DIR to the directory of a running one.`
    : message;
}

async function loadPackage() {
  try {
    return await import('../packages/embedded-clickhouse/dist/index.js');
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND') {
      process.stderr.write('Spanhouse is not built here: run npm start or npm run build first.\n');
      process.exit(1);
    }
    throw error;
  }
}

function findAccess() {
  try {
    return clickhouse.readAccess(join(dataDir, 'clickhouse'));
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(1);
  }
}

const clickhouse = await loadPackage();
const access = findAccess();
const statement = process.argv.slice(2).join(' ');
if (statement !== '') {
  await runAll(statement);
} else if (process.stdin.isTTY) {
  await runShell();
} else {
  await runAll(await text(process.stdin));
}
