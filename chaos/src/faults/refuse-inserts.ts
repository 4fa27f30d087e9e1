import { chosen, type Injection } from './injection.js';

/** Sets a table setting of the spans table to 1, which makes the server refuse every insert. */
export function setting(name: 'parts_to_throw_insert' | 'table_readonly'): Injection {
  return async ({ stores }, target) => {
    const store = chosen(stores, target);
    await store.run(`ALTER TABLE {spans} MODIFY SETTING ${name} = 1`);
    return async () => void (await store.run(`ALTER TABLE {spans} RESET SETTING ${name}`));
  };
}
