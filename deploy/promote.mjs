// Moves an embedded installation to Kafka, ClickHouse and PostgreSQL while it accepts spans (docs/operations/promote.md).
import { parseArgs } from 'node:util';
import { CommandError, EXIT_REFUSED, EXIT_USAGE, runCommand } from './commands/call-service.mjs';

const usage = `Usage: npm run promote [-- --verify | --confirm | --undo]

Moves the installation that runs in DATA_DIR (npm start) to the target of KAFKA_BROKERS, CLICKHOUSE_URL and CATALOG_URL,
which have the values of the target's services. It may be interrupted and repeated.
  --verify   compares the target with the embedded installation
  --confirm  compares them, and ends the embedded installation
  --undo     returns to the embedded installation; possible until --confirm`;

function parseCommand(args) {
  const isGiven = { type: 'boolean', default: false };
  let values;
  try {
    const options = { verify: isGiven, confirm: isGiven, undo: isGiven };
    ({ values } = parseArgs({ args, options }));
  } catch (error) {
    throw new CommandError(`${error.message}\n\n${usage}`, EXIT_USAGE);
  }
  const given = Object.keys(values).filter((name) => values[name]);
  if (given.length > 1) {
    throw new CommandError(usage, EXIT_USAGE);
  }
  return given[0] ?? 'promote';
}

async function loadPackage() {
  try {
    return await import('../services/all-in-one/dist/promotion/run-promote.js');
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND') {
      throw new CommandError(
        'Spanhouse is not built here: run npm start or npm run build first.',
        EXIT_REFUSED,
      );
    }
    throw error;
  }
}

await runCommand(async (args) => {
  const command = parseCommand(args);
  const { runPromote } = await loadPackage();
  try {
    await runPromote(command, process.env, console.log);
  } catch (error) {
    const exitCode = error.name === 'ConfigError' ? EXIT_USAGE : EXIT_REFUSED;
    throw new CommandError(error.message, exitCode);
  }
});
