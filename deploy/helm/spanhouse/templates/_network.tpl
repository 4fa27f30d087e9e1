{{/* The addresses that a process may reach. Takes { root, takes }. */}}
{{- define "spanhouse.egress" -}}
{{- $policy := .root.Values.networkPolicy -}}
{{- $ports := list -}}
{{- if include "spanhouse.usesKafka" . -}}
{{- range splitList "," .root.Values.kafka.brokers }}{{ $ports = append $ports (splitList ":" . | last | trim | int) }}{{ end -}}
{{- end -}}
{{- if include "spanhouse.usesClickHouse" . -}}
{{- $urls := list .root.Values.clickhouse.url -}}
{{- if has "cluster" .takes }}{{ $urls = concat $urls .root.Values.clickhouse.cluster.serverUrls }}{{ end -}}
{{- range $urls }}{{ $ports = append $ports (include "spanhouse.urlPort" . | int) }}{{ end -}}
{{- end -}}
{{- if and (has "catalog" .takes) (include "spanhouse.isGiven" .root.Values.catalog.url) }}{{ $ports = append $ports (int $policy.catalogPort) }}{{ end -}}
- ports:
    - { port: 53, protocol: UDP }
    - { port: 53, protocol: TCP }
{{- with $ports | uniq }}
- ports:
    {{- range . }}
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
  {{- with $policy.backends }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- if include "spanhouse.isTraced" . }}
- ports:
    - { port: {{ include "spanhouse.urlPort" .root.Values.tracing.endpoint }}, protocol: TCP }
{{- end }}
{{- with $policy.extraEgress }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* The addresses that the prober writes to and reads from. Takes the root. */}}
{{- define "spanhouse.probedEgress" -}}
{{- range ternary (list "all-in-one") (list "ingest-gateway" "trace-query") (eq .Values.topology "all-in-one") }}
- ports:
    - { port: http, protocol: TCP }
    {{- if ne . "trace-query" }}
    - { port: otlp-grpc, protocol: TCP }
    {{- end }}
  to:
    - podSelector:
        matchLabels:
          {{- include "spanhouse.selectorLabels" (dict "root" $ "service" .) | nindent 10 }}
{{- end }}
{{- with compact (list .Values.prober.writeUrl .Values.prober.readUrl .Values.prober.otlpGrpcUrl) }}
- ports:
    {{- range . }}
    - { port: {{ include "spanhouse.urlPort" . }}, protocol: TCP }
    {{- end }}
{{- end }}
{{- end -}}

{{- define "spanhouse.urlPort" -}}
{{- $parts := urlParse . -}}
{{- $port := regexFind ":[0-9]+$" $parts.host | trimPrefix ":" -}}
{{- default (ternary "443" "80" (eq $parts.scheme "https")) $port -}}
{{- end -}}

{{/* A rule that admits peers. Takes { from: peers, where empty means all, ports }. */}}
{{- define "spanhouse.ingressRule" -}}
- ports:
    {{- range .ports }}
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
  {{- with .from }}
  from:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}
