/**
 * Setting of statements whose joins and INs relate rows of one trace to each other: a shard has them
 * all, so that it needs none of the others. Over anything else it would answer wrongly, without a word.
 */
export const SHARD_LOCAL = "distributed_product_mode = 'local'";
