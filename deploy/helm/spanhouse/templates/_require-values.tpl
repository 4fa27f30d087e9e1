{{/* Checks values that depend on each other, which the schema cannot express. */}}
{{- define "spanhouse.requireValues" -}}
{{- $values := .Values -}}
{{- $problems := list -}}
{{- if eq $values.topology "services" -}}
{{- if not $values.kafka.brokers }}{{ $problems = append $problems "kafka.brokers: is required" }}{{ end -}}
{{- if not $values.clickhouse.url }}{{ $problems = append $problems "clickhouse.url: is required" }}{{ end -}}
{{- if not (include "spanhouse.isGiven" $values.catalog.url) }}{{ $problems = append $problems "catalog.url: value or existingSecret is required" }}{{ end -}}
{{- end -}}
{{- with $values.clickhouse.cluster -}}
{{- if and .name (not .serverUrls) }}{{ $problems = append $problems "clickhouse.cluster.serverUrls: is required beside the name" }}{{ end -}}
{{- if and .name (not $values.clickhouse.url) }}{{ $problems = append $problems "clickhouse.cluster.name: is of no use without clickhouse.url" }}{{ end -}}
{{- end -}}
{{- $external := or $values.kafka.brokers $values.clickhouse.url (include "spanhouse.isGiven" $values.catalog.url) -}}
{{- if and $external (not (include "spanhouse.isGiven" $values.auth.tokenSecret)) }}{{ $problems = append $problems "auth.tokenSecret: value or existingSecret is required, every replica signs with it" }}{{ end -}}
{{- if and $values.prober.enabled (not (include "spanhouse.isGiven" $values.prober.apiKey)) }}{{ $problems = append $problems "prober.apiKey: value or existingSecret is required, every request needs a key" }}{{ end -}}
{{- with $values.kafka.sasl -}}
{{- if and .mechanism (not (and (include "spanhouse.isGiven" .username) (include "spanhouse.isGiven" .password))) }}{{ $problems = append $problems "kafka.sasl: a mechanism needs username and password" }}{{ end -}}
{{- end -}}
{{- if and $values.consumer.keda.enabled (gt (int $values.consumer.keda.maxReplicas) (int $values.kafka.partitions)) }}{{ $problems = append $problems "consumer.keda.maxReplicas: consumers beyond kafka.partitions are idle" }}{{ end -}}
{{- $drain := dig "BATCH_DRAIN_TIMEOUT_MS" 10000 $values.consumer.settings -}}
{{- if le (int $values.shutdown.timeoutMs) (int $drain) }}{{ $problems = append $problems "shutdown.timeoutMs: must be above the consumer's BATCH_DRAIN_TIMEOUT_MS" }}{{ end -}}
{{- if and (eq $values.routing.kind "gateway-api") (not $values.routing.gatewayApi.parentRefs) }}{{ $problems = append $problems "routing.gatewayApi.parentRefs: is required for gateway-api" }}{{ end -}}
{{- $grpc := $values.routing.gatewayApi.grpc -}}
{{- if and $grpc.enabled (not $grpc.parentRefs) }}{{ $problems = append $problems "routing.gatewayApi.grpc.parentRefs: is required for its GRPCRoute" }}{{ end -}}
{{- $isHostShared := or (not $grpc.hosts) (not $values.routing.hosts) -}}
{{- range $grpc.hosts }}{{ if has . $values.routing.hosts }}{{ $isHostShared = true }}{{ end }}{{ end -}}
{{- range $grpc.parentRefs -}}
{{- if and $isHostShared (has . $values.routing.gatewayApi.parentRefs) }}{{ $problems = append $problems "routing.gatewayApi.grpc: needs a listener or hosts of its own" }}{{ end -}}
{{- end -}}
{{- with $values.networkPolicy -}}
{{- if and .enabled .clients (not .monitoring) $values.monitoring.monitors.enabled }}{{ $problems = append $problems "networkPolicy.monitoring: is required beside clients, or Prometheus is kept out" }}{{ end -}}
{{- end -}}
{{- if $problems }}{{ fail (printf "\n  %s" (join "\n  " $problems)) }}{{ end -}}
{{- end -}}
