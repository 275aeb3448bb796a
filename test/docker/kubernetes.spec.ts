import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '@app/platform/core';
import { parse, parseAllDocuments } from 'yaml';

const { faultsOf, manifests: texts } = (await import('../kubernetes-lint.mjs' as string)) as {
  faultsOf(files: Record<string, string>): string[];
  manifests(): Record<string, string>;
};
const FOLDER = join(import.meta.dirname, '../../docker/kubernetes');

interface Container {
  args: string[];
  image: string;
  envFrom: { configMapRef?: { name: string }; secretRef?: { name: string } }[];
  securityContext: object;
  ports?: { name: string; containerPort: number }[];
  livenessProbe?: { httpGet: object };
  readinessProbe?: { httpGet: object; periodSeconds: number; failureThreshold: number };
  volumeMounts: { name: string; mountPath: string }[];
}

interface Pod {
  metadata: { labels: Record<string, string> };
  spec: { securityContext: object; containers: [Container]; terminationGracePeriodSeconds?: number };
}

interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  stringData?: Record<string, string>;
  spec?: { selector?: Record<string, unknown>; template: Pod; scaleTargetRef?: { kind: string; name: string } };
}

const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
const manifests = readdirSync(FOLDER)
  .filter((file) => file !== 'kustomization.yaml')
  .flatMap((file) => parseAllDocuments(read(file)).map((document) => document.toJS() as Manifest));
const all = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const named = (kind: string, name: string) => all(kind).find(({ metadata }) => metadata.name === name);
const pods = [...all('Deployment'), ...all('Job')].map(({ spec }) => spec!.template);
const settings = named('ConfigMap', 'property-map-settings')!.data!;
const secrets = named('Secret', 'property-map-secrets')!.stringData!;

describe('The manifests for Kubernetes', () => {
  it('are all applied, except the example of secrets', () => {
    const { resources } = parse(read('kustomization.yaml')) as { resources: string[] };
    const files = readdirSync(FOLDER).filter((file) => !/^(kustomization|secrets\.example)\.yaml$/.test(file));
    expect([...resources].sort()).toEqual(files.sort());
  });

  it('set variables that the programs read, to valid values', () => {
    const known = readFileSync(join(FOLDER, '../../libs/platform/src/core/settings/settings.ts'), 'utf8');
    const given = { ...settings, ...secrets };
    const isKnown = (name: string) => known.includes(`'${name.replace(/^S3_(?!ENDPOINT)/, '')}'`);
    expect(Object.keys(given).filter((name) => !isKnown(name))).toEqual([]);
    expect(readSettings(given)).toMatchObject({
      trustProxy: true,
      requireHttps: true,
      s3: { bucket: settings['S3_BUCKET'] },
    });
  });

  it('run the programs of the image with all settings, as an unprivileged user, on a read-only file system', () => {
    expect(pods.map(({ spec }) => spec.containers[0].args)).toEqual([['api'], ['data-models-api'], ['migrate']]);
    for (const { spec } of pods) {
      const [container] = spec.containers;
      expect(container.envFrom).toEqual([
        { configMapRef: { name: 'property-map-settings' } },
        { secretRef: { name: 'property-map-secrets' } },
      ]);
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/tmp', '/data']);
    }
  });

  it('back up every night to a volume of their own, with the settings of the servers', () => {
    const { metadata, spec } = all('CronJob')[0] as unknown as {
      metadata: { name: string };
      spec: { schedule: string; timeZone: string; concurrencyPolicy: string; jobTemplate: { spec: { template: Pod } } };
    };
    expect([metadata.name, spec.timeZone, spec.concurrencyPolicy]).toEqual(['backup', 'Etc/UTC', 'Forbid']);
    expect(readSettings({ ...settings, ...secrets, BACKUP_SCHEDULE: spec.schedule }).backup).toBeDefined();
    const pod = spec.jobTemplate.spec.template;
    const [container] = pod.spec.containers;
    expect(pod.spec.securityContext).toEqual(pods[0]!.spec.securityContext);
    expect(container.securityContext).toEqual(pods[0]!.spec.containers[0].securityContext);
    expect(container.envFrom).toEqual(pods[0]!.spec.containers[0].envFrom);
    expect(container.volumeMounts).toContainEqual({ name: 'backups', mountPath: '/backups' });
    const claims = JSON.stringify(pod.spec).match(/"claimName":"(\w+)"/)!;
    expect(named('PersistentVolumeClaim', claims[1]!)).toBeDefined();
  });

  it('back up with a script that keeps the newest 14 files', () => {
    const { spec } = all('CronJob')[0] as unknown as { spec: { jobTemplate: { spec: { template: Pod } } } };
    const [script] = spec.jobTemplate.spec.template.spec.containers[0].args;
    const folder = mkdtempSync(join(tmpdir(), 'property-map-cronjob-'));
    const days = Array.from({ length: 20 }, (_, day) => `2026-11-${String(day + 1).padStart(2, '0')}T0300.backup`);
    for (const name of [...days, 'notes.txt']) writeFileSync(join(folder, name), '');
    const made = script!.replaceAll('/backups', folder).replace('node docker/run.mjs backup', 'touch');
    try {
      execFileSync('/bin/sh', ['-c', made]);
      const left = readdirSync(folder).sort();
      expect(left).toEqual([...days.slice(-13), expect.stringMatching(/^\d{4}-\d\d-\d\dT\d{4}\.backup$/), 'notes.txt']);
      rmSync(folder, { recursive: true });
      mkdirSync(folder);
      expect(() => execFileSync('/bin/sh', ['-c', made.replace('touch', 'false')], { stdio: 'pipe' })).toThrow();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('probe each server on its port, and let it drain before it is killed', () => {
    const { port, aiPort } = readSettings({ DATABASE_URL: 'postgres://none' });
    const servers = all('Deployment').map(({ spec }) => spec!.template.spec);
    expect(servers.map(({ containers: [{ ports }] }) => ports![0]!.containerPort)).toEqual([port, aiPort]);
    for (const {
      containers: [container],
      terminationGracePeriodSeconds: grace,
    } of servers) {
      expect(container.livenessProbe!.httpGet).toEqual({ path: '/health/live', port: 'http' });
      expect(container.readinessProbe!.httpGet).toEqual({ path: '/health/ready', port: 'http' });
      const { periodSeconds, failureThreshold } = container.readinessProbe!;
      const drain = Number(settings['DRAIN_SECONDS']);
      expect(drain).toBeGreaterThan(periodSeconds * failureThreshold);
      expect(grace).toBeGreaterThanOrEqual(drain + 130);
    }
  });

  it('reference existing objects', () => {
    for (const { spec } of all('Service')) {
      const labels = pods.map(({ metadata }) => metadata.labels);
      expect(labels).toContainEqual(spec!.selector);
    }
    for (const { spec } of all('HorizontalPodAutoscaler'))
      expect(named(spec!.scaleTargetRef!.kind, spec!.scaleTargetRef!.name)).toBeDefined();
    const backends = [...read('ingress.yaml').matchAll(/service:\n\s+name: (\S+)/g)].map(([, name]) => name!);
    expect(backends.filter((name) => !named('Service', name))).toEqual(['not-public', 'not-public']);
  });

  it('are valid for the Kubernetes API', () => {
    expect(faultsOf(texts())).toEqual([]);
  });

  it.each([
    ['minReplicas: 2', 'minReplica: 2', 'does not exist in type'],
    ['minReplicas: 2', 'minReplicas: two', "Type 'string' is not assignable to type 'number'"],
    ['containers:', 'container:', 'does not exist in type'],
    ['apiVersion: apps/v1', 'apiVersion: apps/v9', 'Cannot find module'],
    ['kind: Deployment', 'sort: Deployment', 'without apiVersion and kind'],
    ['metadata:', 'metadata: {}\nmetadata:', 'Map keys must be unique'],
  ])('are rejected with a fault: %s as %s', (right, wrong, message) => {
    const file = 'docker/kubernetes/api.yaml';
    const text = read('api.yaml').replace(right, wrong);
    expect(faultsOf({ ...texts(), [file]: text })).toEqual([expect.stringContaining(message)]);
  });
});
