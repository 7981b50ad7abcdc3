// The obvious server with the duties of ours: hashed keys, scopes, a limit, an audit entry for each
// request, an event and an idempotency record for each change; one transaction for each request.
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { DatabaseSync } from '@photostructure/sqlite';
import fastify from 'fastify';

const [file, port, secret] = process.argv.slice(2);
const COLUMNS = ['createdAt', 'dueDate', 'id', 'title'];
const LIMIT = 1_000_000;

const database = new DatabaseSync(file);
database.exec(`
  pragma journal_mode = wal; pragma synchronous = full;
  create table keys (id text primary key, hash text, scopes text);
  create table audit (id text primary key, at text, key_id text, method text, route text, status integer);
  create table events (id text primary key, at text, event text, body text);
  create table idempotency (key_id text, key text, status integer, body text, primary key (key_id, key));
  create index tasks_by_status on tasks (status, createdAt);`);
const sha = (text) => createHash('sha256').update(text).digest();
const addKey = database.prepare('insert into keys values (?, ?, ?)');
addKey.run('bench', sha(secret).toString('hex'), JSON.stringify(['read:tasks', 'write:tasks']));

const findKey = database.prepare('select * from keys where id = ?');
const count = database.prepare('select count(*) as total from tasks where status = ?');
const one = database.prepare('select * from tasks where id = ?');
const names = database.prepare('select name from pragma_table_info(?)').all('tasks');
const columns = names.map(({ name }) => name);
const insert = database.prepare(
  `insert into tasks (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
);
const audit = database.prepare('insert into audit values (?, ?, ?, ?, ?, ?)');
const event = database.prepare('insert into events values (?, ?, ?, ?)');
const findAnswer = database.prepare('select * from idempotency where key_id = ? and key = ?');
const storeAnswer = database.prepare('insert into idempotency values (?, ?, ?, ?)');
const lists = new Map();

function listBy(order, direction) {
  const key = `${order} ${direction}`;
  if (!lists.has(key)) {
    const sql = `select * from tasks where status = ? order by ${key} limit ? offset ?`;
    lists.set(key, database.prepare(sql));
  }
  return lists.get(key);
}

const windows = new Map();

function isWithinLimit(keyId) {
  const now = Date.now();
  const times = windows.get(keyId) ?? [];
  while (times[0] <= now - 60_000) times.shift();
  windows.set(keyId, times);
  return times.push(now) <= LIMIT;
}

const app = fastify();

app.get('/ready', async () => 'yes');

app.addHook('onRequest', async (request, reply) => {
  if (request.url === '/ready') return;
  const [id, given = ''] = (request.headers.authorization ?? '').replace('Bearer ', '').split('.');
  const key = findKey.get(id);
  if (!key || !timingSafeEqual(sha(given), Buffer.from(key.hash, 'hex'))) {
    return reply.code(401).send({ error: 'unauthorized' });
  }
  const scope = `${request.method === 'GET' ? 'read' : 'write'}:tasks`;
  if (!JSON.parse(key.scopes).includes(scope)) return reply.code(403).send({ error: 'scope' });
  if (!isWithinLimit(id)) return reply.code(429).send({ error: 'rate_limited' });
  request.keyId = id;
});

function note(request, status) {
  const { keyId, method, routeOptions } = request;
  audit.run(randomUUID(), new Date().toISOString(), keyId, method, routeOptions.url, status);
}

app.get('/tasks', (request, reply) => {
  const {
    status = 'open',
    order = 'createdAt',
    dir = 'desc',
    limit = 50,
    offset = 0,
  } = request.query;
  if (!COLUMNS.includes(order)) return reply.code(400).send({ error: 'order' });
  const list = listBy(order, dir === 'asc' ? 'asc' : 'desc');
  note(request, 200);
  return reply.send({
    data: list.all(status, Number(limit), Number(offset)),
    total: count.get(status).total,
  });
});

app.get('/tasks/:id', (request, reply) => {
  const row = one.get(request.params.id);
  note(request, row ? 200 : 404);
  return row ? reply.send(row) : reply.code(404).send({ error: 'not found' });
});

app.post('/tasks', (request, reply) => {
  const key = request.headers['idempotency-key'] ?? randomUUID();
  const kept = findAnswer.get(request.keyId, key);
  if (kept) return reply.code(kept.status).send(JSON.parse(kept.body));
  const { title } = request.body;
  if (typeof title !== 'string' || title === '') return reply.code(400).send({ error: 'title' });
  const at = new Date().toISOString();
  const row = { ...request.body, id: randomUUID(), status: 'open', createdAt: at, updatedAt: at };
  const body = JSON.stringify(row);
  database.exec('begin immediate');
  insert.run(...columns.map((name) => row[name] ?? null));
  event.run(randomUUID(), at, 'task.created', body);
  storeAnswer.run(request.keyId, key, 201, body);
  note(request, 201);
  database.exec('commit');
  return reply.code(201).send(row);
});

await app.listen({ host: '127.0.0.1', port: Number(port) });
