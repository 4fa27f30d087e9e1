-- The rows are in `spans_next`: migration 17 has compared the counts.
DROP TABLE IF EXISTS {{database}}.spans {{on_cluster}} SYNC SETTINGS max_table_size_to_drop = 0, max_partition_size_to_drop = 0
