import type pg from 'pg'
import { modelIds, type WorldRow } from './query-world.ts'

/** The tables questions are asked of, without what guards them: the compiler alone is tested here. */
export const queryTables = `
create schema app;
create table app.objects (
  tenant_id uuid not null, id uuid not null, token text not null, model_id uuid not null, archetype_id uuid,
  parent_id uuid, attributes jsonb not null, search text not null default '', revision int not null default 1,
  created_at timestamptz not null, created_by uuid, updated_at timestamptz not null, updated_by uuid,
  deleted_at timestamptz, primary key (tenant_id, id)
);
create index on app.objects (tenant_id, model_id, id);
create view app.sys_member as
  select null::uuid as tenant_id, null::uuid as id, ''::text as name, ''::text as email, ''::text as role,
    ''::text as status, now() as created_at where false;
`

/** Writes a world's records into a workspace. */
export async function storeRows(
  client: pg.Client,
  tenantId: string,
  rows: readonly WorldRow[],
): Promise<void> {
  const stored = rows.map((row) => ({ ...row, model_id: modelIds[row.model] }))
  await client.query(
    `insert into app.objects
       (tenant_id, id, token, model_id, archetype_id, attributes, created_at, created_by, updated_at, updated_by, deleted_at)
     select $1::uuid, id, 'token-' || id, model_id, archetype_id, attributes, created_at, created_by, created_at,
       created_by, case when deleted then now() end
     from jsonb_to_recordset($2::jsonb) as r (id uuid, model_id uuid, archetype_id uuid, attributes jsonb,
       created_at timestamptz, created_by uuid, deleted boolean)`,
    [tenantId, JSON.stringify(stored)],
  )
}
