{{- define "spanhouse.routerConfig" -}}
{{- $routes := include "spanhouse.routes" . | fromYaml -}}
worker_processes 1;
pid /tmp/nginx.pid;

events {
  worker_connections 4096;
}

http {
  client_body_temp_path /tmp/client-body;
  proxy_temp_path /tmp/proxy;
  fastcgi_temp_path /tmp/fastcgi;
  uwsgi_temp_path /tmp/uwsgi;
  scgi_temp_path /tmp/scgi;
  access_log off;
  server_tokens off;

  map "$request_method $uri" $part {
    default "";
    # The first matching line applies.
    {{- include "spanhouse.nginxMap" (dict "routes" $routes.writes "to" "write") | trim | nindent 4 }}
    {{- include "spanhouse.nginxMap" (dict "routes" $routes.reads "to" "read") | trim | nindent 4 }}
  }

  upstream write {
    server {{ include "spanhouse.backend" (dict "root" . "to" "write") }}:8080;
    keepalive 64;
  }
  upstream read {
    server {{ include "spanhouse.backend" (dict "root" . "to" "read") }}:8080;
    keepalive 64;
  }

  server {
    listen 8080;
    client_max_body_size {{ .Values.router.maxBodySize }};
    large_client_header_buffers 4 64k;

    location = /livez {
      return 200;
    }
    location / {
      if ($part = "") {
        return 404;
      }
      proxy_pass http://$part;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $http_x_forwarded_proto;
      # Large bodies and streamed answers are not buffered, and no request is sent twice.
      proxy_request_buffering off;
      proxy_buffering off;
      proxy_next_upstream off;
      proxy_read_timeout {{ .Values.router.readTimeout }};
    }
  }
}
{{- end -}}
