DROP VIEW IF EXISTS {{database}}.trace_index_view {{on_cluster}} SYNC
