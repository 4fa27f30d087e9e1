import { randomUUID } from 'node:crypto';
import { waitUntil } from '../../../packages/service-runtime/src/testing/index.js';
import type { Store, System } from '../system/system.js';
import { chosen, type Undo } from './injection.js';

const MIB = 1024 ** 2;
const FIRST_MIB = 256;
const LAST_MIB = 1;
/** Time for which statements hold memory. It is longer than every fault. */
const HOLD_SECONDS = 60;
const refusal = 'MEMORY_LIMIT_EXCEEDED';
const connectionLost = /ECONNRESET|ECONNREFUSED|socket hang up/;
const MOST_ENDS = 3;

/**
 * Uses up the memory limit of a server with statements that hold memory. The server then refuses inserts and reads, as
 * if other users had taken its memory.
 */
export async function memoryTaken({ stores }: System, target: number): Promise<Undo> {
  const store = chosen(stores, target);
  const name = `chaos ${randomUUID()}`;
  let statements = await takeAll(store, name);
  for (let ends = 1; statements === undefined && ends <= MOST_ENDS; ends++) {
    await waitUntil(
      'the server has started again',
      async () => (await answerTo(store, 'SELECT 1')) === '',
    );
    statements = await takeAll(store, name);
  }
  if (statements === undefined) {
    throw new Error('the server ended each time that it had no memory left');
  }
  const held = statements;
  return async () => {
    const kill = `KILL QUERY WHERE ${isOf(name)} ASYNC`;
    await waitUntil('the memory is free', async () => (await answerTo(store, kill)) === '');
    await Promise.all(held);
  };
}

/**
 * Resolves with the statements that hold the memory. Resolves with undefined if the server has exited, which happens
 * occasionally.
 */
async function takeAll(store: Store, name: string): Promise<Promise<string>[] | undefined> {
  const statements: Promise<string>[] = [];
  for (let mib = FIRST_MIB; mib >= LAST_MIB; ) {
    const statement = hold(store, mib, `${name} ${statements.length}`);
    const why = await untilHeld(store, { statement, mib, name: `${name} ${statements.length}` });
    if (why === undefined) {
      statements.push(statement);
    } else if (why.includes(refusal)) {
      mib /= 4;
    } else if (connectionLost.test(why)) {
      return undefined;
    } else {
      throw new Error(`the server does not hold memory: ${why}`);
    }
  }
  return statements;
}

/**
 * Runs a statement that allocates memory and then keeps it without using it. The server does not cancel this statement
 * in favour of other statements. Resolves with the reason why the statement ended.
 */
function hold(store: Store, mib: number, name: string): Promise<string> {
  const sql = `SELECT ignore(held) + sleepEachRow(${HOLD_SECONDS}) /* ${name} */
    FROM (SELECT groupArrayState(repeat('x', ${MIB / 2})) AS held FROM numbers(${2 * mib}))
    SETTINGS max_threads = 1, max_block_size = 1, memory_overcommit_ratio_denominator = 0,
      function_sleep_max_microseconds_per_block = ${HOLD_SECONDS}000000`;
  return store.run(sql).then(() => 'it has ended', String);
}

interface Holding {
  readonly statement: Promise<string>;
  readonly mib: number;
  readonly name: string;
}

/**
 * Resolves with undefined when a statement holds its memory, or with a reason if the statement ends first. If the
 * server refuses even this check for lack of memory, the statement has taken the last portion and counts as holding it.
 */
async function untilHeld(
  store: Store,
  { statement, mib, name }: Holding,
): Promise<string | undefined> {
  const end: { why?: string } = {};
  void statement.then((why) => {
    end.why = why;
  });
  const holders = `SELECT throwIf(count() = 0) FROM system.processes WHERE ${isOf(`${name} *`)} AND memory_usage >= ${mib * MIB}`;
  await waitUntil('a statement holds its memory or is refused', async () => {
    const answer = await answerTo(store, holders);
    return end.why !== undefined || answer === '' || answer.includes(refusal);
  });
  return end.why;
}

/** Returns a condition on system.processes that selects the statements with the given name. */
function isOf(name: string): string {
  return `query LIKE '%${name}%' AND query NOT LIKE '%system.processes%'`;
}

/** Resolves with the error of a statement, or with an empty string if it succeeded. */
function answerTo(store: Store, statement: string): Promise<string> {
  return store.run(statement).then(() => '', String);
}
