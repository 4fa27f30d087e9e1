import { randomUUID } from 'node:crypto';
import { waitUntil } from '../../../packages/service-runtime/src/testing/index.js';
import type { Store, System } from '../system/system.js';
import { chosen, type Undo } from './injection.js';

const MIB = 1024 ** 2;
const FIRST_MIB = 256;
const LAST_MIB = 1;
/** Longer than any fault lasts. */
const HOLD_SECONDS = 60;

/**
 * Brings a server to its limit of memory: statements hold memory, each as much as the server still grants, until it
 * refuses a single MiB. The server then refuses inserts and reads, as it does when other users take its memory.
 */
export async function memoryTaken({ stores }: System, target: number): Promise<Undo> {
  const store = chosen(stores, target);
  const name = `chaos ${randomUUID()}`;
  const isMeant = `query LIKE '%${name}%' AND query NOT LIKE '%system.processes%'`;
  const statements: Promise<boolean>[] = [];
  let mib = FIRST_MIB;
  for (let held = 0; mib >= LAST_MIB; ) {
    const statement = endOf(store.run(holding(mib, `${name} ${held}`)));
    const isHeld = await Promise.race([
      statement,
      untilHeld(store, { name: `${name} ${held}`, mib }),
    ]);
    if (isHeld) {
      statements.push(statement);
      held += 1;
    } else {
      mib /= 2;
    }
  }
  return async () => {
    await waitUntil('the memory is free', () =>
      store.run(`KILL QUERY WHERE ${isMeant} ASYNC`).then(
        () => true,
        () => false,
      ),
    );
    await Promise.all(statements);
  };
}

/** SQL: holds memory without touching it again. The server does not end the statement in favour of others. */
function holding(mib: number, name: string): string {
  return `SELECT ignore(held) + sleepEachRow(${HOLD_SECONDS}) /* ${name} */
    FROM (SELECT groupArrayState(repeat('x', ${MIB})) AS held FROM numbers(${mib}))
    SETTINGS max_threads = 1, max_block_size = 1, memory_overcommit_ratio_denominator = 0,
      function_sleep_max_microseconds_per_block = ${HOLD_SECONDS}000000`;
}

/** Resolves with false when a statement has ended or is refused. */
function endOf(statement: Promise<unknown>): Promise<boolean> {
  return statement.then(
    () => false,
    () => false,
  );
}

/** A server that has no memory for the question has granted the last portion. */
function untilHeld(store: Store, { name, mib }: { readonly name: string; readonly mib: number }) {
  const holders = `SELECT count() FROM system.processes
    WHERE query LIKE '%${name} */%' AND query NOT LIKE '%system.processes%' AND memory_usage >= ${mib * MIB}`;
  return waitUntil('the server grants memory', async () => {
    const count = await store.run(holders).catch(() => '1');
    return Number(count) > 0;
  });
}
