import { loadMigrations, verifyChecksums } from './schema-state.js';

/**
 * Checksums of the migrations that databases may contain. Each release appends its new migrations; existing entries
 * never change.
 */
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
  '10 create_lost_messages': 'b81a66ad63785440c53d0f6233561ac6038c787755dcef75e3dcf342b6201ded',
  '11 repair_trace_index': 'bc6a1bb7cb74918844f0b9ccd0df60e1fe845fd4c28b67dc89cc8c227d1477fb',
  '12 add_usage': 'a23b83f123701ef8abf3f51f0be4fe1fa5dc6c946c4dfa8e2afb05532dc60d1c',
  '13 record_usage_in_view': '32a98932a9d53b469aca4ccd2c0303f79b0a3e27c752490a9223d1d091013044',
  '14 create_next_spans': '1653827eee46fbf6343888aec43de6aca65303129693a900366a7f3edccaa4c0',
  '15 create_next_trace_index': '8c6eddf68d9a13bc3016dea6c8066a9382d61b3b7e5e59cbdd0cfccd95781c53',
  '16 refuse_writes_to_former_spans':
    'e27b4028856928b5a27e84950dfe78d69f3c50f0a3149fd34f12f8d1162b5ada',
  '17 carry_over_spans': 'c3355c817a1a580870db12ebb21c516f05879c7a96d31279076422dfabb5c8c2',
  '18 drop_former_trace_index_view':
    'a87e065947a95e3237b9b5f0c24a0b632b866f3055f2f73c6fcb3fa2f4640bfe',
  '19 drop_former_attribute_shapes_view':
    '5a9d583c0907ca5c340c79db7162db29ac5454418741dee54bf2fb99bed46fca',
  '20 drop_former_spans': '1dcd09a51178fa97a1ba6c914eb995aa508a1312dcde46da8b040417d4f16b77',
  '21 drop_former_trace_index': 'ce2732a54c9bc32ad45a8fb77efeeed5d39b04b340d41f0b9dd0073f5305b4c6',
  '22 rename_next_spans': '3d4f8f0ebffcc1433f1b8da2c6276714a657d59e69a9f6e26a551b2b6fa6d476',
  '23 rename_next_trace_index': '2856d0001bab7a703370eda3ee3bc0c957b148a577878e0bfb4514961f708f0c',
  '24 create_trace_index_view': '923d3894702095043679cb639ebf59e04e9fcc9879045666bcaf8aecdd15e50a',
  '25 create_attribute_shapes_view':
    'e729f60605a3fb233a24bd0ee1208c13fb06dad5dee84321b5da2b57f076c4e7',
};

describe('the migrations of ClickHouse', () => {
  it('equal the published ones byte for byte', async () => {
    const checksums = (await loadMigrations()).map(
      ({ version, name, checksum }) => [`${version} ${name}`, checksum] as const,
    );

    expect(Object.fromEntries(checksums)).toMatchObject(published);
  });

  it('are refused after one has changed, with its name and the remedy', async () => {
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
