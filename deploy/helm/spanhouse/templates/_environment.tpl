{{/* Helm reads numbers as floats, which print as 1e+06. */}}
{{- define "spanhouse.text" -}}
{{- if and (kindIs "float64" .) (eq (floor .) .) }}{{ int64 . }}{{ else }}{{ toString . }}{{ end -}}
{{- end -}}

{{- define "spanhouse.isGiven" -}}
{{- if or .value .existingSecret }}yes{{ end -}}
{{- end -}}

{{/* The external backends that a process uses. The all-in-one process embeds each backend that the values do not name. */}}
{{- define "spanhouse.usesKafka" -}}
{{- if and (has "kafka" .takes) .root.Values.kafka.brokers }}yes{{ end -}}
{{- end -}}

{{- define "spanhouse.usesClickHouse" -}}
{{- if and (has "clickhouse" .takes) .root.Values.clickhouse.url }}yes{{ end -}}
{{- end -}}

{{- define "spanhouse.isTraced" -}}
{{- if and (has "tracing" .takes) .root.Values.tracing.endpoint }}yes{{ end -}}
{{- end -}}

{{/* The ConfigMap of a process. Takes { root, values, service, takes }. */}}
{{- define "spanhouse.config" -}}
{{- $values := .root.Values -}}
LOG_LEVEL: {{ $values.logLevel | quote }}
{{- if has "http" .takes }}
HTTP_HOST: {{ $values.listenAddress | quote }}
HTTP_PORT: "8080"
SHUTDOWN_TIMEOUT_MS: {{ include "spanhouse.text" $values.shutdown.timeoutMs | quote }}
{{- end }}
{{- if has "grpc" .takes }}
OTLP_GRPC_PORT: "4317"
{{- end }}
{{- if has "auth" .takes }}
AUTH_MODE: keys
{{- end }}
{{- if has "probes" .takes }}
{{- $write := include "spanhouse.backend" (dict "root" .root "to" "write") }}
{{- $read := include "spanhouse.backend" (dict "root" .root "to" "read") }}
PROBE_WRITE_URL: {{ default (printf "http://%s:8080" $write) $values.prober.writeUrl | quote }}
PROBE_READ_URL: {{ default (printf "http://%s:8080" $read) $values.prober.readUrl | quote }}
PROBE_OTLP_GRPC_URL: {{ default (printf "http://%s:4317" $write) $values.prober.otlpGrpcUrl | quote }}
{{- end }}
{{- if eq .service "all-in-one" }}
OTLP_HTTP_PORT: "4318"
DATA_DIR: /data
{{- end }}
{{- if include "spanhouse.usesKafka" . }}
{{- with $values.kafka }}
KAFKA_BROKERS: {{ .brokers | quote }}
KAFKA_TOPIC: {{ .topic | quote }}
KAFKA_GROUP_ID: {{ .groupId | quote }}
KAFKA_PARTITIONS: {{ include "spanhouse.text" .partitions | quote }}
KAFKA_SSL: {{ .tls.enabled | quote }}
{{- with .sasl.mechanism }}
KAFKA_SASL_MECHANISM: {{ . | quote }}
{{- end }}
{{- include "spanhouse.settings" .settings }}
{{- end }}
{{- end }}
{{- if include "spanhouse.usesClickHouse" . }}
{{- with $values.clickhouse }}
CLICKHOUSE_URL: {{ .url | quote }}
CLICKHOUSE_DATABASE: {{ .database | quote }}
CLICKHOUSE_USER: {{ .user | quote }}
{{- if and .cluster.name (has "cluster" $.takes) }}
CLICKHOUSE_CLUSTER: {{ .cluster.name | quote }}
CLICKHOUSE_SERVER_URLS: {{ join "," .cluster.serverUrls | quote }}
CLICKHOUSE_REPLICATED: {{ .cluster.replicated | quote }}
{{- end }}
{{- include "spanhouse.settings" .settings }}
{{- end }}
{{- end }}
{{- if include "spanhouse.isTraced" . }}
OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {{ $values.tracing.endpoint | quote }}
OTEL_TRACES_SAMPLER_ARG: {{ $values.tracing.sampleRatio | quote }}
{{- end }}
{{- if include "spanhouse.trustsMore" .root }}
NODE_EXTRA_CA_CERTS: {{ printf "/etc/spanhouse/ca/%s" $values.trustedCa.key | quote }}
{{- end }}
{{- include "spanhouse.settings" .values.settings }}
{{- end -}}

{{- define "spanhouse.settings" -}}
{{- range $name, $value := . }}
{{ $name }}: {{ include "spanhouse.text" $value | quote }}
{{- end }}
{{- end -}}

{{- define "spanhouse.trustsMore" -}}
{{- if or .Values.trustedCa.existingSecret .Values.trustedCa.existingConfigMap }}yes{{ end -}}
{{- end -}}

{{/* Maps each variable with a configured secret to the name and key of that secret. Takes { root, takes }. */}}
{{- define "spanhouse.secrets" -}}
{{- $values := .root.Values -}}
{{- $secrets := dict -}}
{{- if has "auth" .takes }}{{ $_ := set $secrets "TOKEN_SECRET" $values.auth.tokenSecret }}{{ end -}}
{{- if has "admin" .takes }}{{ $_ := set $secrets "ADMIN_KEY" $values.auth.adminKey }}{{ end -}}
{{- if has "probes" .takes }}{{ $_ := set $secrets "PROBE_API_KEY" $values.prober.apiKey }}{{ end -}}
{{- if has "catalog" .takes }}{{ $_ := set $secrets "CATALOG_URL" $values.catalog.url }}{{ end -}}
{{- if include "spanhouse.usesClickHouse" . }}{{ $_ := set $secrets "CLICKHOUSE_PASSWORD" $values.clickhouse.password }}{{ end -}}
{{- if and (include "spanhouse.usesKafka" .) $values.kafka.sasl.mechanism -}}
{{- $_ := set $secrets "KAFKA_SASL_USERNAME" $values.kafka.sasl.username -}}
{{- $_ := set $secrets "KAFKA_SASL_PASSWORD" $values.kafka.sasl.password -}}
{{- end -}}
{{- if include "spanhouse.isTraced" . }}{{ $_ := set $secrets "OTEL_EXPORTER_OTLP_HEADERS" $values.tracing.headers }}{{ end -}}
{{- range $name, $secret := $secrets }}
{{- if not (include "spanhouse.isGiven" $secret) }}{{ $_ := unset $secrets $name }}{{ end -}}
{{- end -}}
{{- toYaml $secrets -}}
{{- end -}}

{{/* Name and key of a secret. Takes { variable, secret, own: the chart's Secret }. */}}
{{- define "spanhouse.secretRef" -}}
{{- if .secret.existingSecret -}}
{ name: {{ .secret.existingSecret | quote }}, key: {{ .secret.key | quote }} }
{{- else -}}
{ name: {{ .own }}, key: {{ .variable }} }
{{- end -}}
{{- end -}}

{{/* The chart's own Secret, with the secrets of `takes` that are set as values; empty if there are no such secrets. */}}
{{- define "spanhouse.secretData" -}}
{{- range $name, $secret := include "spanhouse.secrets" . | fromYaml }}
{{- if not $secret.existingSecret }}
{{ $name }}: {{ $secret.value | b64enc }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "spanhouse.ownSecret" -}}
{{- if eq .service "schema-migrator" }}{{ include "spanhouse.componentName" . }}{{ else }}{{ include "spanhouse.fullname" .root }}{{ end -}}
{{- end -}}

{{- define "spanhouse.env" -}}
{{- $own := include "spanhouse.ownSecret" . -}}
{{- range $name, $secret := include "spanhouse.secrets" . | fromYaml }}
- name: {{ $name }}
  valueFrom:
    secretKeyRef: {{ include "spanhouse.secretRef" (dict "variable" $name "secret" $secret "own" $own) }}
{{- end }}
{{- end -}}
