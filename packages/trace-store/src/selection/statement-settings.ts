/**
 * Setting for statements whose joins and subqueries only relate rows of the same trace. All rows of a trace are on one
 * shard, so each shard answers from its own rows. Any other join would silently return wrong results with this setting
 * (docs/adr/105).
 */
export const shardLocal = "distributed_product_mode = 'local'";

/**
 * Settings for look-ups, which read only a few granules. They disable preparations that cost more than they save in
 * such a small read (docs/adr/127).
 */
export const lookUp = [
  'SETTINGS max_threads = 1, use_skip_indexes_on_data_read = 0, use_statistics = 0,',
  "ignore_data_skipping_indices = 'log_offset_minmax', enable_multiple_prewhere_read_steps = 0",
].join(' ');

/**
 * Settings for look-ups without deleted rows. They select ClickHouse's previous query analyzer, which plans faster.
 * This analyzer is unsuitable for the lambda of `notDeleted`, because it evaluates the lambda repeatedly instead of
 * once as a constant.
 */
export const plainLookUp = `${lookUp}, enable_analyzer = 0`;

/**
 * Setting for background statements, such as the rounds that count spans. They use one thread, because they run in
 * parallel with reads and inserts.
 */
export const inBackground = 'max_threads = 1';
