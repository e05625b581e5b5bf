// What the manifests may hold: written here by hand, because there is no cluster to ask.
import { z } from 'zod';

const labels = z.record(z.string(), z.string());
const selector = z.strictObject({ matchLabels: labels });
const metadata = z.strictObject({
  name: z.string().regex(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/),
  labels,
});
const quantity = z.string().regex(/^\d+(m|Mi|Gi)?$/);
const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string(), port: z.string() }),
  periodSeconds: z.int().optional(),
  timeoutSeconds: z.int().optional(),
  failureThreshold: z.int().optional(),
});
const port = z.strictObject({ port: z.int(), protocol: z.enum(['TCP', 'UDP']) });
const peer = z.union([
  z.strictObject({ namespaceSelector: selector }),
  z.strictObject({ podSelector: selector }),
  z.strictObject({ ipBlock: z.strictObject({ cidr: z.string() }) }),
]);
const volume = z.strictObject({
  name: z.string(),
  configMap: z.strictObject({ name: z.string() }).optional(),
  secret: z.strictObject({ secretName: z.string(), defaultMode: z.int() }).optional(),
  emptyDir: z.strictObject({ sizeLimit: quantity }).optional(),
});

const container = z.strictObject({
  name: z.string(),
  image: z.string().regex(/:\d+\.\d+\.\d+$/),
  args: z.array(z.string()),
  ports: z.array(
    z.strictObject({ name: z.string(), containerPort: z.int(), protocol: z.enum(['TCP', 'UDP']) }),
  ),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  resources: z.strictObject({
    requests: z.record(z.string(), quantity),
    limits: z.record(z.string(), quantity),
  }),
  volumeMounts: z.array(
    z.strictObject({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().optional() }),
  ),
});

export const deployment = z.strictObject({
  replicas: z.int().min(2),
  selector,
  strategy: z.strictObject({
    type: z.literal('RollingUpdate'),
    rollingUpdate: z.strictObject({ maxSurge: z.int(), maxUnavailable: z.int() }),
  }),
  template: z.strictObject({
    metadata: z.strictObject({ labels }),
    spec: z.strictObject({
      serviceAccountName: z.string(),
      automountServiceAccountToken: z.literal(false),
      terminationGracePeriodSeconds: z.int().min(11),
      securityContext: z.strictObject({
        runAsNonRoot: z.literal(true),
        runAsUser: z.int().min(1),
        runAsGroup: z.int().min(1),
        fsGroup: z.int().min(1),
        seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
      }),
      topologySpreadConstraints: z.array(
        z.strictObject({
          maxSkew: z.int(),
          topologyKey: z.string(),
          whenUnsatisfiable: z.enum(['ScheduleAnyway', 'DoNotSchedule']),
          labelSelector: selector,
        }),
      ),
      containers: z.tuple([container]),
      volumes: z.array(volume),
    }),
  }),
});

const rule = z
  .strictObject({
    alert: z.string().optional(),
    record: z.string().optional(),
    expr: z.union([z.string(), z.int()]),
    for: z.string().optional(),
    keep_firing_for: z.string().optional(),
    labels: labels.optional(),
    annotations: labels.optional(),
  })
  .refine(({ alert, record }) => (alert === undefined) !== (record === undefined));

/** By the file of the manifest. */
export const SCHEMAS = {
  'serviceaccount.yaml': manifest('v1', 'ServiceAccount', { automountServiceAccountToken: z.literal(false) }),
  'configmap.yaml': manifest('v1', 'ConfigMap', { data: z.strictObject({ 'floatwatch.yaml': z.string() }) }),
  'deployment.yaml': manifest('apps/v1', 'Deployment', { spec: deployment }),
  'service.yaml': manifest('v1', 'Service', {
    spec: z.strictObject({
      selector: labels,
      ports: z.array(port.extend({ name: z.string(), targetPort: z.string() })),
    }),
  }),
  'poddisruptionbudget.yaml': manifest('policy/v1', 'PodDisruptionBudget', {
    spec: z.strictObject({ maxUnavailable: z.int(), selector }),
  }),
  'networkpolicy.yaml': manifest('networking.k8s.io/v1', 'NetworkPolicy', {
    spec: z.strictObject({
      podSelector: selector,
      policyTypes: z.tuple([z.literal('Ingress'), z.literal('Egress')]),
      ingress: z.array(z.strictObject({ from: z.array(peer).optional(), ports: z.array(port) })),
      egress: z.array(z.strictObject({ to: z.array(peer).optional(), ports: z.array(port) })),
    }),
  }),
  'servicemonitor.yaml': manifest('monitoring.coreos.com/v1', 'ServiceMonitor', {
    spec: z.strictObject({
      selector,
      jobLabel: z.string(),
      endpoints: z.array(
        z.strictObject({
          port: z.string(),
          path: z.string(),
          interval: z.string(),
          scrapeTimeout: z.string(),
        }),
      ),
    }),
  }),
  'prometheusrule.yaml': manifest('monitoring.coreos.com/v1', 'PrometheusRule', {
    spec: z.strictObject({
      groups: z.array(
        z.strictObject({ name: z.string(), interval: z.string().optional(), rules: z.array(rule) }),
      ),
    }),
  }),
};

function manifest<S extends z.core.$ZodLooseShape>(apiVersion: string, kind: string, shape: S) {
  return z.strictObject({ apiVersion: z.literal(apiVersion), kind: z.literal(kind), metadata, ...shape });
}
