import { z } from 'zod';
import { catalogConfigFields } from './catalog-config.js';

const schema = z.object(catalogConfigFields);

function problemsOf(url: string | undefined): string[] {
  const { error } = schema.safeParse({ CATALOG_URL: url });
  return (error?.issues ?? []).map(({ message }) => message);
}

describe('catalogConfigFields', () => {
  it('reads the path of an SQLite catalog, absolute or relative', () => {
    expect(schema.parse({ CATALOG_URL: 'sqlite:/var/lib/c.sqlite' })).toEqual({
      CATALOG_URL: { dialect: 'sqlite', path: '/var/lib/c.sqlite' },
    });
    expect(schema.parse({ CATALOG_URL: 'sqlite:./c.sqlite' }).CATALOG_URL).toMatchObject({
      path: './c.sqlite',
    });
  });

  it.each(['postgres://host/db', 'postgresql://u:p@host:5433/db?sslmode=verify-full'])(
    'accepts %s unchanged',
    (url) => {
      expect(schema.parse({ CATALOG_URL: url }).CATALOG_URL).toEqual({
        dialect: 'postgresql',
        url,
      });
    },
  );

  it.each(['', 'sqlite:', 'postgresql:db', 'mysql://host', '/var/lib/c.sqlite'])(
    'refuses %j and names the accepted forms',
    (url) => {
      expect(problemsOf(url)).toEqual([
        'must be sqlite:<path> or postgresql://<user>:<password>@<host>:<port>/<database>',
      ]);
    },
  );

  it('is required', () => {
    expect(problemsOf(undefined)).toHaveLength(1);
  });
});
