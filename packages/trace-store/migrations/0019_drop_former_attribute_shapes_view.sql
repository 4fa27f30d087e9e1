DROP VIEW IF EXISTS {{database}}.attribute_shapes_view {{on_cluster}} SYNC
