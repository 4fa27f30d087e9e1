DROP TABLE IF EXISTS {{database}}.trace_index {{on_cluster}} SYNC SETTINGS max_table_size_to_drop = 0, max_partition_size_to_drop = 0
