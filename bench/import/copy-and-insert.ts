import pg from 'pg'
import { fields } from './make-file.ts'

interface Slot {
  slot: string
  field_key: string
}

/**
 * The limit: `COPY` into a staging table, then `INSERT … SELECT` into the tables and indexes the product writes (records with
 * their typed columns, unique values, one event each), in one transaction, nothing checked. Answers the seconds of both steps.
 */
export async function copyAndInsert(
  url: string,
  { path, tenantId, modelId, userId }: { path: string; tenantId: string; modelId: string; userId: string },
): Promise<{ copy: number; insert: number }> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows: slots } = await client.query<Slot>(
      'select slot, field_key from app.field_slots where tenant_id = $1 and model_id = $2 order by slot',
      [tenantId, modelId],
    )
    await client.query('begin')
    await client.query("select set_config('app.tenant', $1, true), set_config('app.user', $2, true)", [
      tenantId,
      userId,
    ])
    await client.query(
      `create temporary table staging (${fields.map(({ key }) => `${key} text`).join(', ')})`,
    )
    const copy = await seconds(() =>
      client.query(`copy staging from '${path.replaceAll("'", "''")}' with (format csv, header true)`),
    )
    const pieces = slots.map(({ slot, field_key: key }) => slotPiece(slot, key))
    const attributes = fields
      .map(({ key, type }) => `'${key}', ${type === 'boolean' ? `${key}::boolean` : key}`)
      .join(', ')
    const insert = await seconds(() =>
      client.query(
        `with r as materialized (
           select app.new_id() as id, replace(gen_random_uuid()::text, '-', '') as token, jsonb_build_object(${attributes}) as attributes, s.* from staging s
         ), o as (
           insert into app.objects (tenant_id, id, token, model_id, attributes, created_by, updated_by, ${pieces.map(({ columns }) => columns).join(', ')})
           select $1, r.id, r.token, $2, r.attributes, $3, $3, ${pieces.map(({ values }) => values).join(', ')} from r
         ), u as (
           insert into app.unique_values (tenant_id, model_id, field_key, value, object_id) select $1, $2, 'code', r.code, r.id from r
         )
         insert into app.events (tenant_id, id, actor_id, kind, model_id, record_id, after, request_id)
         select $1, app.new_id(), $3, 'created', $2, r.id, r.attributes, null from r`,
        [tenantId, modelId, userId],
      ),
    )
    const commit = await seconds(() => client.query('commit'))
    return { copy, insert: insert + commit }
  } finally {
    await client.end()
  }
}

function slotPiece(slot: string, key: string): { columns: string; values: string } {
  // What a search looks through first: all texts of the record.
  if (slot.startsWith('s')) {
    const texts = fields.filter(({ type }) => type === 'text' || type === 'select')
    const lines = texts.map((field) => `coalesce(r.${field.key}, '')`).join(', ')
    return { columns: 'search', values: `lower(concat_ws(E'\\n', ${lines}) collate "und-x-icu")` }
  }
  if (slot.startsWith('t')) return { columns: slot, values: `app.slot_text(r.${key})` }
  const number = `r.${key}::numeric`
  return { columns: `${slot}, k${slot.slice(1)}`, values: `${number}, app.slot_number(${number})` }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}
