import type pg from 'pg'
import { stockLayouts, stockRoutes } from './stock-screens.ts'

/** Puts what this version ships where lists of screens find it: `app.stock_screens`. Whole, in one statement. */
export async function installFeatures(owner: pg.Pool): Promise<void> {
  const screens = [
    ...stockLayouts.map((body) => ({ kind: 'layout', key: body.key, body })),
    ...stockRoutes.map((body) => ({ kind: 'route', key: body.path, body })),
  ]
  await owner.query(
    `with shipped as (select * from jsonb_to_recordset($1::jsonb) as s (kind text, key text, body jsonb)),
     gone as (
       delete from app.stock_screens k where not exists (select from shipped s where s.kind = k.kind and s.key = k.key)
     )
     insert into app.stock_screens as k (kind, key, body) select kind, key, body from shipped
     on conflict (kind, key) do update set body = excluded.body where k.body is distinct from excluded.body`,
    [JSON.stringify(screens)],
  )
}
