-- Whether the totals of a trace are the sums of its spans (docs/adr/125). Bits, which survive merging:
-- 0 and 1: spans report tokens, costs; 2 and 3: wrappers of a convention report tokens, costs;
-- 8 to 35: a hash of the scope name of each call of a convention; 36 to 63: the same hash inverted. With one scope
-- no bit is set in both, with two different hashes some bit is. Rows from before have none of these bits.
ALTER TABLE {{database}}.trace_index {{on_cluster}}
ADD COLUMN IF NOT EXISTS usage SimpleAggregateFunction(groupBitOr, UInt64) CODEC(ZSTD(1))
AFTER rarely_set
