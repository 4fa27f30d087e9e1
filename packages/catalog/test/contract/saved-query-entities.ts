import { randomUUID } from 'node:crypto';
import {
  anActor,
  data,
  made,
  type SavedQueryWorld,
  selectAll,
  signal,
  time,
  unknown,
  uuidV7,
} from './saved-query-world.js';

/** Tests the entities of each level, as a part of `describeSavedQueries`. */
export function describeEntities(w: SavedQueryWorld): void {
  describe('entities', () => {
    it('are found by id and slug as they were created, with ids of version 7', async () => {
      const details = {
        name: 'Ünï \u0000 \u{1F600}',
        description: "'; DROP TABLE queries; --",
        flags: { is_x: true },
        tags: { ['__proto__']: { a: [1, null] }, constructor: 'c' },
        meta: { large: 9007199254740993n, half: 0.5 },
        folder_id: unknown,
      };

      const query = made(await w.store.createQuery(w.actor, { id: undefined, slug: 'q', details }));

      expect(query).toEqual({
        ...details,
        id: expect.stringMatching(uuidV7),
        slug: 'q',
        created_at: expect.stringMatching(time),
        created_by_id: w.actor.user_id,
      });
      expect(await w.other.find('query', w.actor.project_id, { id: query.id })).toEqual(query);
      expect(await w.other.find('query', w.actor.project_id, { slug: 'q' })).toEqual(query);
      expect(await w.store.find('query', w.actor.project_id, {})).toBeUndefined();
    });

    it('contain the ids of their parent entities', async () => {
      const variant = await w.aVariant();
      const revision = made(await w.commit(variant.id, 'r'));

      const { query_id, query_slug } = variant;
      expect(query_slug).toBe('of-main');
      expect(revision).toEqual({
        id: expect.stringMatching(uuidV7),
        slug: 'r',
        query_id,
        query_slug,
        query_variant_id: variant.id,
        query_variant_slug: 'main',
        version: '0',
        author: w.actor.user_id,
        date: revision.created_at,
        data,
        created_at: expect.stringMatching(time),
        created_by_id: w.actor.user_id,
      });
    });

    it('are not visible in another project', async () => {
      const variant = await w.aVariant();
      const revision = made(await w.commit(variant.id, 'r'));
      const stranger = anActor();

      for (const [level, { id, slug }] of [
        ['query_variant', variant],
        ['query_revision', revision],
      ] as const) {
        expect(await w.store.find(level, stranger.project_id, { id })).toBeUndefined();
        expect(await w.store.find(level, stranger.project_id, { slug })).toBeUndefined();
        expect(await w.store.edit(level, stranger, { id, details: {} })).toBeUndefined();
        expect(
          await w.store.setArchived(level, stranger, { id, isArchived: true }),
        ).toBeUndefined();
        expect((await w.store.list(level, selectAll(stranger), signal)).items).toEqual([]);
      }
      const unknown = { status: 'unknown' };
      const entity = { slug: 'x', details: {} };
      const { query_id } = variant;
      expect(await w.store.createVariant(stranger, { ...entity, query_id })).toEqual(unknown);
      const foreign = { ...entity, query_variant_id: variant.id, data };
      expect(await w.store.commit(stranger, foreign)).toEqual(unknown);
      const fork = { ...entity, source_variant_id: variant.id, up_to_version: undefined };
      expect(await w.store.forkVariant(stranger, fork)).toEqual(unknown);
      expect(await w.store.findVersion(stranger.project_id, variant.id, undefined)).toBeUndefined();
      expect(
        await w.store.createQuery(stranger, { ...entity, id: query_id, slug: 'of-main' }),
      ).toMatchObject({ status: 'created', entity: { id: query_id } });
    });

    it('have a slug that is unique in their project and level', async () => {
      const variant = await w.aVariant('a');
      const { id: query_id } = await w.aQuery('a');
      made(await w.commit(variant.id, 'a'));

      const taken = { status: 'taken', member: 'slug' };
      const entity = { slug: 'a', details: {} };
      expect(await w.store.createQuery(w.actor, { ...entity, id: undefined })).toEqual(taken);
      expect(await w.store.createVariant(w.actor, { ...entity, query_id })).toEqual(taken);
      expect(await w.commit(variant.id, 'a')).toEqual(taken);
      expect(made(await w.commit(variant.id, 'b')).version).toBe('1');
      const withId = { ...entity, slug: 'b', id: query_id };
      expect(await w.store.createQuery(w.actor, withId)).toEqual({ ...taken, member: 'id' });
    });

    it('change only in the given members, lose members set to null, and keep the data of a revision', async () => {
      const { id } = made(await w.commit((await w.aVariant()).id, 'r'));
      const editor = { ...w.actor, user_id: randomUUID() };
      const details = { name: 'first', tags: { a: 1 }, description: 'd' };

      await w.store.edit('query_revision', editor, { id, details });
      const edited = await w.store.edit('query_revision', editor, {
        id,
        details: { tags: null, name: 'second' },
      });

      expect(edited).toMatchObject({
        name: 'second',
        description: 'd',
        version: '0',
        data,
      });
      expect(edited).not.toHaveProperty('tags');
      expect(edited).toMatchObject({
        updated_at: expect.stringMatching(time),
        updated_by_id: editor.user_id,
        created_by_id: w.actor.user_id,
      });
      expect(await w.store.edit('query', w.actor, { id: unknown, details })).toBeUndefined();
    });

    it('are omitted from lists while they are archived, but can be found, changed and restored', async () => {
      const { id } = await w.aQuery();
      const listed = async (includeArchived: boolean) =>
        (await w.store.list('query', selectAll(w.actor, { includeArchived }), signal)).items.length;

      const archived = await w.store.setArchived('query', w.actor, { id, isArchived: true });

      expect(archived).toMatchObject({
        deleted_at: expect.stringMatching(time),
        deleted_by_id: w.actor.user_id,
      });
      expect(await w.store.find('query', w.actor.project_id, { id })).toEqual(archived);
      expect([await listed(false), await listed(true)]).toEqual([0, 1]);
      const back = await w.store.setArchived('query', w.actor, { id, isArchived: false });
      expect(back).not.toHaveProperty('deleted_at');
      expect(back).not.toHaveProperty('deleted_by_id');
      expect(await listed(false)).toBe(1);
    });
  });
}
