// Kills the primary of a PostgreSQL cluster under load: Patroni, etcd and HAProxy of Debian on one
// machine, and one farmctl. Needs: apt-get install patroni etcd-server haproxy postgresql
//   npm run build && node bench/debian/failover.mjs
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createStage, freePorts, until, versionOf } from './processes.mjs';
import { compare, startWriters } from './write-load.mjs';

const WRITERS = 8;
const BEFORE_MILLIS = 8000;
const AFTER_MILLIS = 12_000;
const PASSWORD = 'only-on-this-machine';
const newest = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))[0];
const BINARIES = `/usr/lib/postgresql/${newest}/bin`;

const patroniSettings = ({ name, folder, etcd, rest, port }) => `
scope: farmctl
name: ${name}
restapi: { listen: '127.0.0.1:${rest}', connect_address: '127.0.0.1:${rest}' }
etcd3: { host: '127.0.0.1:${etcd}' }
bootstrap:
  dcs:
    ttl: 20
    loop_wait: 5
    retry_timeout: 5
    synchronous_mode: true
    postgresql: { use_pg_rewind: true, parameters: { wal_log_hints: 'on' } }
  initdb: [{ encoding: UTF8 }, data-checksums]
  pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256']
postgresql:
  listen: 127.0.0.1:${port}
  connect_address: 127.0.0.1:${port}
  data_dir: ${folder}/${name}
  bin_dir: ${BINARIES}
  pgpass: ${folder}/${name}.pgpass
  authentication:
    superuser: { username: postgres, password: ${PASSWORD} }
    replication: { username: replicator, password: ${PASSWORD} }
  parameters: { unix_socket_directories: '${folder}', max_connections: 60 }
`;

const balancerSettings = (port, nodes) => `
global
  maxconn 200
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.rest}`).join('\n')}
`;

const stage = createStage();
try {
  const [etcd, peers, balancer, ...ports] = await freePorts(7);
  const address = (port) => `http://127.0.0.1:${port}`;
  const etcdArguments = ['--data-dir', `${stage.folder}/etcd`, '--name', 'one'];
  stage.start('etcd', [
    ...etcdArguments,
    ...['--listen-client-urls', address(etcd), '--advertise-client-urls', address(etcd)],
    ...['--listen-peer-urls', address(peers), '--initial-advertise-peer-urls', address(peers)],
    ...['--initial-cluster', `one=${address(peers)}`],
  ]);
  await until('etcd', async () => (await fetch(`${address(etcd)}/health`)).ok);
  const nodes = [0, 1].map((index) => ({
    name: `node${index + 1}`,
    port: ports[index * 2],
    rest: ports[index * 2 + 1],
  }));
  for (const node of nodes) {
    const settings = patroniSettings({ ...node, folder: stage.folder, etcd });
    node.patroni = stage.start('patroni', [stage.write(`${node.name}.yml`, settings)]);
    const isUp = async () => (await fetch(`${address(node.rest)}/health`)).ok;
    await until(node.name, isUp).catch((error) => {
      throw new Error(`${error.message}\n${node.patroni.said}`);
    });
  }
  const isSynchronous = async () => (await fetch(`${address(nodes[1].rest)}/synchronous`)).ok;
  await until('the synchronous replica', isSynchronous);
  const settings = stage.write('haproxy.cfg', balancerSettings(balancer, nodes));
  stage.start('haproxy', ['-db', '-f', settings], { asOwner: false });
  await sleep(3000);
  const database = `postgres://postgres:${PASSWORD}@127.0.0.1:${balancer}/postgres`;
  const { baseUrl, keys } = await stage.serve(database, { FARMCTL_SECRET_KEY: 'ab'.repeat(32) });
  const load = await startWriters({ baseUrl, key: keys.admin }, WRITERS);
  await sleep(BEFORE_MILLIS);
  const killedAt = performance.now();
  // Simulates the loss of the whole node: Patroni cannot restart the server or hand over.
  const [pid] = readFileSync(`${stage.folder}/node1/postmaster.pid`, 'utf8').split('\n');
  nodes[0].patroni.kill('SIGKILL');
  process.kill(Number(pid), 'SIGKILL');
  const written = () => load.attempts.find(({ at, status }) => at > killedAt && status === 201);
  const first = await until('the first write after the failover', async () => written());
  await sleep(AFTER_MILLIS);
  await load.stop();
  const stored = await load.stored();
  const statuses = {};
  for (const { status } of load.attempts) statuses[status] = (statuses[status] ?? 0) + 1;
  const seconds = (millis) => Math.round(millis / 100) / 10;
  const refused = load.attempts.filter(({ status }) => status === 503);
  const result = {
    versions: [
      versionOf(`${BINARIES}/postgres`),
      versionOf('patroni'),
      versionOf('etcd'),
      versionOf('haproxy', '-v'),
    ],
    writers: WRITERS,
    acknowledged: load.acknowledged.length,
    ...compare(load.acknowledged, stored),
    attemptsByStatus: statuses,
    secondsUntilWritesAgain: seconds(first.endedAt - killedAt),
    secondsOf503: refused.length ? seconds(refused.at(-1).endedAt - refused[0].at) : 0,
  };
  process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
  if (result.lost > 0 || result.twice > 0) process.exitCode = 1;
} finally {
  await stage.end();
}
