/**
 * Setting for statements that relate rows of the same trace by joins and INs. All rows of a trace are on one shard, so
 * each shard answers from local rows. For other joins the setting would silently return wrong results (docs/adr/105).
 */
export const shardLocal = "distributed_product_mode = 'local'";

/**
 * Settings of a look-up, which reads only a few granules. They disable preparations for large reads, because these cost
 * more here than they save (docs/adr/127).
 */
export const lookUp = [
  'SETTINGS max_threads = 1, use_skip_indexes_on_data_read = 0, use_statistics = 0,',
  "ignore_data_skipping_indices = 'log_offset_minmax', enable_multiple_prewhere_read_steps = 0",
].join(' ');

/**
 * Settings of a look-up without deleted rows. The previous query analyzer plans faster. However, it evaluates the
 * lambda of `notDeleted` repeatedly instead of once as a constant.
 */
export const plainLookUp = `${lookUp}, enable_analyzer = 0`;

/** Setting of rounds. One thread is enough for them, because they run in parallel with reads and inserts. */
export const inBackground = 'max_threads = 1';
