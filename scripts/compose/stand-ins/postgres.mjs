// PostgreSQL out of an npm package, with the account of the image's environment.
import { join } from 'node:path';
import { startPostgres as startServer } from '../../postgres/server.mjs';

export function startPostgres({ service, dir, endpoints }) {
  const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = service.env;
  return startServer({
    dir: join(dir, 'server'),
    port: endpoints.port(service.name, '5432'),
    detached: true,
    account: { user: POSTGRES_USER, password: POSTGRES_PASSWORD, database: POSTGRES_DB },
  });
}
