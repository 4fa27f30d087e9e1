RENAME TABLE IF EXISTS {{database}}.trace_index_next TO {{database}}.trace_index {{on_cluster}}
