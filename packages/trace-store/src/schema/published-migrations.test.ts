import { loadMigrations } from './migration-files.js';
import { verifyChecksums } from './schema-state.js';

/** The migrations that databases may contain. A release adds its own here; nothing here ever changes. */
const published = {
  '1 create_schema_migrations': '4c6cfa55fcbdda80f9bad79d33442eb26d36180d5ed6b12d48fe57c5eb9edbc7',
  '2 create_spans': 'e5a8887f11b2179bd58f5e08644507af746b5309985404ee3f34409994ec8047',
  '3 create_trace_index': 'd2b2b8707ba7e741cfd5bde632ce4b65d55c05964c440458943653773b2e5957',
  '4 create_trace_index_view': 'c9e79c72ef60f9f311939f750d2bf871872bb74ca11d57d6ad5c1a168485d73f',
  '5 create_dead_letters': 'f7320955e33eb3c1cd04e7b45a63472e1ee3ec0f110d03c19516dbc1f0dc4a3d',
  '6 create_tombstones': '213ae4153b10bdfa01833518aabe8ee92dd0cc43a114fe9ae617f74034308adc',
  '7 create_attribute_shapes': 'cfc234dbb39086308dbe072360b9dfedd775213908e9adacf83c4674a98c6ebc',
  '8 create_attribute_shapes_view':
    'd5de4078233e717140e20dd1ebaff021f4f801299502a243d1511aeb25713086',
  '9 add_service_version': 'da90ee7a5bfc1ca690d017146a7f5185422ac0f66917146d7c153f7b9a0f8229',
};

describe('the migrations of ClickHouse', () => {
  it('are those that were published, byte for byte', async () => {
    const checksums = (await loadMigrations()).map(
      ({ version, name, checksum }) => [`${version} ${name}`, checksum] as const,
    );

    expect(Object.fromEntries(checksums)).toMatchObject(published);
  });

  it('are refused once one has changed, with the name of the migration and the way out', async () => {
    const known = await loadMigrations();
    const applied = known.map((migration) => ({
      ...migration,
      checksum: migration.version === 2 ? 'other' : migration.checksum,
    }));

    expect(() => verifyChecksums(applied, known)).toThrow(
      expect.objectContaining({
        code: 'MIGRATION_CHANGED',
        message: expect.stringMatching(
          /^migration 2 create_spans .* other, .*"A migration has changed" of docs\/operations\/upgrade\.md/,
        ),
      }),
    );
  });
});
