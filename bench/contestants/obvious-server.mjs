// A typical server over one table: prepared statements, row objects, fastify's JSON, count(*) for
// the total; no keys, scopes or log.
import { DatabaseSync } from '@photostructure/sqlite';
import fastify from 'fastify';

const [file, port] = process.argv.slice(2);
const COLUMNS = ['createdAt', 'dueDate', 'id', 'title'];

const database = new DatabaseSync(file, { readOnly: true });
const count = database.prepare('select count(*) as total from tasks where status = ?');
const one = database.prepare('select * from tasks where id = ?');
const lists = new Map();

function listBy(order, direction) {
  const key = `${order} ${direction}`;
  if (!lists.has(key)) {
    const sql = `select * from tasks where status = ? order by ${key} limit ? offset ?`;
    lists.set(key, database.prepare(sql));
  }
  return lists.get(key);
}

const app = fastify();

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
  return reply.send({
    data: list.all(status, Number(limit), Number(offset)),
    total: count.get(status).total,
  });
});

app.get('/tasks/:id', (request, reply) => {
  const row = one.get(request.params.id);
  return row ? reply.send(row) : reply.code(404).send({ error: 'not found' });
});

await app.listen({ host: '127.0.0.1', port: Number(port) });
