{{- define "spanhouse.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "spanhouse.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains (include "spanhouse.name" .) .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "spanhouse.name" .) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* The services that run, each with its part of the values and the variables that it reads. */}}
{{- define "spanhouse.components" -}}
{{- if eq .Values.topology "all-in-one" }}
allInOne: { service: all-in-one, takes: [http, tracing, grpc, auth, admin, kafka, clickhouse, cluster, catalog] }
{{- else }}
gateway: { service: ingest-gateway, takes: [http, tracing, grpc, auth, kafka, catalog] }
consumer: { service: span-consumer, takes: [http, tracing, kafka, clickhouse, cluster] }
query: { service: trace-query, takes: [http, tracing, auth, admin, kafka, clickhouse, cluster, catalog] }
{{- end }}
{{- if .Values.prober.enabled }}
prober: { service: prober, takes: [http, tracing, probes] }
{{- end }}
{{- if eq .Values.routing.kind "ingress" }}
router: { service: router, takes: [] }
{{- end }}
{{- end -}}

{{/* All templates below take { root, service }. */}}
{{- define "spanhouse.componentName" -}}
{{- printf "%s-%s" (include "spanhouse.fullname" .root) .service -}}
{{- end -}}

{{- define "spanhouse.selectorLabels" -}}
app.kubernetes.io/name: {{ include "spanhouse.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .service }}
{{- end -}}

{{- define "spanhouse.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{ include "spanhouse.selectorLabels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
app.kubernetes.io/part-of: spanhouse
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Name and labels. Takes { root, service } and optionally `annotations`. */}}
{{- define "spanhouse.metadata" -}}
name: {{ include "spanhouse.componentName" . }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "spanhouse.labels" . | nindent 2 }}
{{- with .annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "spanhouse.image" -}}
{{- $image := .root.Values.image -}}
{{- $repository := printf "%s/%s" $image.repository .service -}}
{{- if $image.registry }}{{ $repository = printf "%s/%s" $image.registry $repository }}{{ end -}}
{{- printf "%s:%s" $repository (default .root.Chart.AppVersion $image.tag) -}}
{{- end -}}

{{/* Hooks run before any other object of the release exists, so the migrator has its own service account. */}}
{{- define "spanhouse.serviceAccountName" -}}
{{- $account := .root.Values.serviceAccount -}}
{{- if not $account.create -}}
{{- default "default" $account.name -}}
{{- else if eq .service "schema-migrator" -}}
{{- include "spanhouse.componentName" . -}}
{{- else -}}
{{- default (include "spanhouse.fullname" .root) $account.name -}}
{{- end -}}
{{- end -}}

{{/* True if a component receives requests only from monitoring. Takes the key of the component's values. */}}
{{- define "spanhouse.hasNoClients" -}}
{{- if has . (list "consumer" "prober") }}yes{{ end -}}
{{- end -}}

{{/* The Service for writes or reads. Takes { root, to: write | read }. */}}
{{- define "spanhouse.backend" -}}
{{- $service := ternary "ingest-gateway" "trace-query" (eq .to "write") -}}
{{- if eq .root.Values.topology "all-in-one" }}{{ $service = "all-in-one" }}{{ end -}}
{{- include "spanhouse.componentName" (dict "root" .root "service" $service) -}}
{{- end -}}
