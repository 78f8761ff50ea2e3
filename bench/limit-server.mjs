// The physical limit: a bare Node HTTP server with `pg` that sends on the JSON PostgreSQL builds from typed, indexed
// columns. No framework, no workspace, no permissions, no validation, no history.
import { createServer } from 'node:http'
import { randomUUID } from 'node:crypto'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 })

const columns =
  'id, code, title, status, priority, amount::text, quantity::text, due, done, owner, supplier, site, note, created_at, updated_at'
const some =
  'id, code, title, status, priority, quantity::text, due, done, owner, supplier, site, created_at, updated_at'
const rows = (inner) => `select coalesce(json_agg(r), '[]')::text as json from (${inner}) r`
const wide = columns.replaceAll(/\b(\w+)(::text)?/g, 'o.$1$2')
const returning = `returning row_to_json(row(${columns}))::text as json`

const statements = {
  page: rows(
    `select ${some} from bench_limit.orders where owner = $1 and status = $2 order by due desc, id desc limit 51`,
  ),
  sorted: rows(`select ${columns} from bench_limit.orders where status = $1 order by amount, id limit 51`),
  deep: rows(
    `select ${columns} from bench_limit.orders where (due, id) > ($1, $2) order by due, id limit 51`,
  ),
  count: `select json_build_object('total', count(*))::text as json from bench_limit.orders where status = $1`,
  group: rows(
    'select status, sum(amount)::text as total, count(*) as n from bench_limit.orders group by status order by status',
  ),
  search: rows(
    `select ${columns} from bench_limit.orders where code || ' ' || title ilike '%' || $1 || '%' order by id limit 51`,
  ),
  read: rows(`select ${columns} from bench_limit.orders where id = $1`),
  expand: rows(
    `select ${wide}, row_to_json(s) as supplier_row, row_to_json(t) as site_row from (
       select * from bench_limit.orders where status = $1 order by due, id limit 51
     ) o left join bench_limit.suppliers s on s.id = o.supplier left join bench_limit.sites t on t.id = o.site order by o.due, o.id`,
  ),
  create: `insert into bench_limit.orders (id, code, title, status, priority, amount, quantity, due, done, owner, supplier, site, note)
    select $1::uuid, r.code, r.title, r.status, r.priority, r.amount, r.quantity, r.due, r.done, r.owner, r.supplier, r.site, r.note
    from json_populate_record(null::bench_limit.orders, $2) r ${returning}`,
  update: `update bench_limit.orders set amount = $2, status = $3, updated_at = now() where id = $1 ${returning}`,
  bulk: `insert into bench_limit.orders (id, code, title, status, priority, amount, quantity, due, done, owner, supplier, site, note)
    select gen_random_uuid(), r.code, r.title, r.status, r.priority, r.amount, r.quantity, r.due, r.done, r.owner, r.supplier, r.site, r.note
    from json_populate_recordset(null::bench_limit.orders, $1) r`,
}

const server = createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', async () => {
    try {
      const name = request.url.slice(1)
      const { values } = JSON.parse(Buffer.concat(chunks).toString())
      const given = name === 'create' ? [randomUUID(), ...values] : values
      const result = await pool.query({ name, text: statements[name], values: given })
      const body = result.rows[0]?.json ?? '{}'
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
      })
      response.end(body)
    } catch (error) {
      response.writeHead(500)
      response.end(String(error))
    }
  })
})
server.listen(0, '127.0.0.1', () => process.send({ url: `http://127.0.0.1:${server.address().port}` }))
process.on('disconnect', () => process.exit(1))
process.on('SIGTERM', () => process.exit(0))
