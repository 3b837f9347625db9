{{- define "headland.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 25 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 25 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 25 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end }}

{{- /* of dict "root" . "component" name */ -}}
{{- define "headland.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "headland.labels" -}}
{{ include "headland.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "headland.tag" -}}
{{- default .Chart.AppVersion .Values.image.tag -}}
{{- end }}

{{- define "headland.secretName" -}}
{{- if .Values.existingSecret -}}
{{- .Values.existingSecret -}}
{{- else -}}
{{- if not .Values.secrets -}}
{{- fail "existingSecret is empty: name a Secret with database_url, mqtt_password, jwt_secret and the others (README.md), or give secrets" -}}
{{- end -}}
{{- printf "%s-secrets" (include "headland.fullname" .) -}}
{{- end -}}
{{- end }}

{{- /* the secrets of a process and no other: each is asked only for those that it uses */ -}}
{{- define "headland.secretsOf" -}}
{{- $redis := .root.Values.redis.enabled -}}
{{- $all := list "database_url" -}}
{{- if ne .component "migrate" -}}{{- $all = append $all "mqtt_password" -}}{{- end -}}
{{- if eq .component "api" -}}{{- $all = concat $all (list "jwt_secret" "factory_api_key" "flash_signing_key") -}}{{- end -}}
{{- if has .component (list "api" "jobs") -}}{{- $all = append $all "vapid_private_key" -}}{{- end -}}
{{- if and $redis (has .component (list "api" "ingest" "jobs")) -}}{{- $all = append $all "redis_url" -}}{{- end -}}
{{- join "," $all -}}
{{- end }}

{{- define "headland.podSecurity" -}}
runAsNonRoot: true
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "headland.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "headland.priorityClass" -}}
{{- $alarm := has .component (list "api" "alerts") -}}
{{- $classes := .root.Values.priorityClasses -}}
{{- if $classes.create -}}
priorityClassName: {{ include "headland.fullname" .root }}-{{ ternary "alarm" "other" $alarm }}
{{- else if and $alarm $classes.alarm -}}
priorityClassName: {{ $classes.alarm }}
{{- else if and (not $alarm) $classes.other -}}
priorityClassName: {{ $classes.other }}
{{- end -}}
{{- end }}

{{- /* the pod of a server process; of dict "root" . "component" name */ -}}
{{- define "headland.pod" -}}
{{- $root := .root -}}
{{- $component := .component -}}
{{- $values := index $root.Values $component -}}
{{- $files := and $root.Values.files.existingClaim (has $component (list "api" "ingest" "jobs")) -}}
{{- $passwords := and $root.Values.mqtt.passwordFileClaim (eq $component "jobs") -}}
metadata:
  labels:
    {{- include "headland.labels" . | nindent 4 }}
spec:
  serviceAccountName: {{ $root.Values.serviceAccountName }}
  automountServiceAccountToken: false
  {{- with $root.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- include "headland.priorityClass" . | nindent 2 }}
  terminationGracePeriodSeconds: 15
  securityContext:
    {{- include "headland.podSecurity" $root | nindent 4 }}
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
  {{- if eq $component "migrate" }}
  restartPolicy: OnFailure
  {{- else }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "headland.selector" . | nindent 10 }}
  {{- end }}
  {{- with $root.Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $root.Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ $component }}
      image: {{ printf "%s:%s" $root.Values.image.server (include "headland.tag" $root) | quote }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      securityContext:
        {{- include "headland.containerSecurity" $root | nindent 8 }}
      env:
        - { name: RUN, value: {{ $component }} }
        - { name: DATA_DIR, value: /app/data }
        {{- range splitList "," (include "headland.secretsOf" .) }}
        - { name: {{ upper . }}_FILE, value: /run/secrets/headland/{{ . }} }
        {{- end }}
        {{- if ne $component "migrate" }}
        - { name: MQTT_URL, value: {{ $root.Values.mqtt.url | quote }} }
        - { name: MQTT_USERNAME, value: {{ $root.Values.mqtt.username | quote }} }
        - { name: HEALTH_PORT, value: '3001' }
        {{- end }}
        {{- if eq $component "api" }}
        - { name: PORT, value: '3000' }
        - { name: TRUST_PROXY, value: {{ $root.Values.trustProxy | quote }} }
        {{- end }}
        {{- if has $component (list "ingest" "alerts") }}
        - { name: MQTT_SHARED, value: {{ $root.Values.mqtt.shared | quote }} }
        - name: MQTT_CLIENT_NAME
          valueFrom: { fieldRef: { fieldPath: metadata.name } }
        {{- end }}
        {{- if and $root.Values.redis.enabled (has $component (list "api" "ingest")) }}
        - { name: FANOUT, value: redis }
        {{- end }}
        {{- if eq $component "ingest" }}
        - { name: NODE_OPTIONS, value: '--max-old-space-size={{ $root.Values.ingest.heapMb }}' }
        {{- end }}
        {{- if $passwords }}
        - { name: MQTT_PASSWORD_FILE_OUT, value: /app/broker/passwords }
        {{- end }}
        {{- range $key, $value := $root.Values.config }}
        - { name: {{ $key }}, value: {{ $value | toString | quote }} }
        {{- end }}
        {{- with $root.Values.extraEnv }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- if ne $component "migrate" }}
      ports:
        {{- if eq $component "api" }}
        - { name: http, containerPort: 3000 }
        {{- end }}
        - { name: health, containerPort: 3001 }
      # alive: the process answers; ready: database and broker do, or the process stands by
      livenessProbe:
        httpGet: { path: /healthz, port: health }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: health }
        periodSeconds: 5
        timeoutSeconds: 10
        failureThreshold: 2
      startupProbe:
        httpGet: { path: /healthz, port: health }
        periodSeconds: 2
        failureThreshold: 60
      {{- end }}
      resources:
        {{- toYaml $values.resources | nindent 8 }}
      volumeMounts:
        - { name: tmp, mountPath: /tmp }
        - { name: data, mountPath: /app/data }
        - { name: secrets, mountPath: /run/secrets/headland, readOnly: true }
        {{- if $passwords }}
        - { name: broker, mountPath: /app/broker }
        {{- end }}
  volumes:
    # a workbook or an upload waits there until it is whole
    - { name: tmp, emptyDir: { sizeLimit: 256Mi } }
    {{- if $files }}
    - { name: data, persistentVolumeClaim: { claimName: {{ $root.Values.files.existingClaim }} } }
    {{- else }}
    - { name: data, emptyDir: {} }
    {{- end }}
    {{- if $passwords }}
    - { name: broker, persistentVolumeClaim: { claimName: {{ $root.Values.mqtt.passwordFileClaim }} } }
    {{- end }}
    - name: secrets
      secret:
        secretName: {{ include "headland.secretName" $root }}
        defaultMode: 0440
        items:
          {{- range splitList "," (include "headland.secretsOf" .) }}
          - { key: {{ . }}, path: {{ . }} }
          {{- end }}
{{- end }}
