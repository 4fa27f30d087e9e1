import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { Pool } from 'pg';
import { createGuardedPool } from '../../src/postgres/guarded-pool.js';

describeWithBackend('createGuardedPool', 'POSTGRES_URL', (url) => {
  it('replaces a connection that the server ends during use', async () => {
    const connections = new Pool({ connectionString: url, max: 2 });
    const pool = createGuardedPool(connections);
    const [client, killer] = [await pool.connect(), await pool.connect()];
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid', []);

    await killer.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);

    await expect(client.query('SELECT 1', [])).rejects.toThrow(/terminat|not queryable/);
    client.release();
    killer.release();
    const next = await pool.connect();
    expect((await next.query('SELECT 1 AS one', [])).rows).toEqual([{ one: 1 }]);
    next.release();
    await pool.end();
  });

  it('keeps a connection after the server refuses a statement', async () => {
    const connections = new Pool({ connectionString: url, max: 1 });
    const pool = createGuardedPool(connections);
    const pidOf = async () => {
      const client = await pool.connect();
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid', []);
      await expect(client.query('SELECT nothing', [])).rejects.toMatchObject({ code: '42703' });
      client.release();
      return rows[0]?.pid;
    };

    expect(await pidOf()).toBe(await pidOf());
    await pool.end();
  });
});
