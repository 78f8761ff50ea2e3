import type { Field } from '#contracts/field.ts'

const field = (key: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  key,
  label: key,
  type,
  ...more,
})

export const statuses = ['draft', 'open', 'approved', 'done', 'cancelled']

/** The twelve fields of the model that is measured. */
export const orderFields: Field[] = [
  field('code', 'text'),
  field('title', 'text'),
  field('status', 'select', { options: statuses }),
  field('priority', 'integer'),
  field('amount', 'money', { currency: 'EUR' }),
  field('quantity', 'decimal'),
  field('due', 'date'),
  field('done', 'boolean'),
  field('owner', 'text'),
  field('supplier', 'relation', { target: 'supplier' }),
  field('site', 'relation', { target: 'site' }),
  field('note', 'long_text'),
]
export const supplierFields: Field[] = [field('name', 'text'), field('code', 'text')]
export const siteFields: Field[] = [field('name', 'text'), field('city', 'text')]

/** A clerk sees the orders that are theirs, without amount and note. */
export const clerkRule = {
  order: {
    verbs: ['read', 'create', 'update'],
    rows: { field: 'owner', op: 'eq', value: { '=': 'user.id' } },
  },
  supplier: { verbs: ['read'] },
  site: { verbs: ['read'] },
}

export const words = {
  adjectives: [
    'Reinforced',
    'Precast',
    'Galvanised',
    'Painted',
    'Insulated',
    'Load-bearing',
    'Temporary',
    'Fire-rated',
  ],
  things: [
    'concrete',
    'wall',
    'slab',
    'beam',
    'column',
    'stair',
    'door',
    'window',
    'facade',
    'roof',
    'pipe',
    'duct',
    'cable',
    'railing',
  ],
  places: ['north', 'south', 'east', 'west', 'basement', 'attic', 'lobby', 'garage', 'courtyard', 'tower'],
}

/** The same data in typed, indexed columns for the limit: as many indexes as the product has slots in use. */
export const limitTables = (tenant: string, order: string, supplier: string, site: string): string => `
  drop schema if exists bench_limit cascade;
  create schema bench_limit;
  create table bench_limit.suppliers as
    select id, attributes ->> 'name' as name, attributes ->> 'code' as code from app.objects
    where tenant_id = '${tenant}' and model_id = '${supplier}';
  create table bench_limit.sites as
    select id, attributes ->> 'name' as name, attributes ->> 'city' as city from app.objects
    where tenant_id = '${tenant}' and model_id = '${site}';
  create table bench_limit.orders as
    select id, attributes ->> 'code' collate "C" as code, attributes ->> 'title' collate "C" as title,
      attributes ->> 'status' collate "C" as status, (attributes ->> 'priority')::integer as priority,
      (attributes ->> 'amount')::numeric as amount, (attributes ->> 'quantity')::numeric as quantity,
      (attributes ->> 'due')::date as due, (attributes ->> 'done')::boolean as done, attributes ->> 'owner' collate "C" as owner,
      (attributes ->> 'supplier')::uuid as supplier, (attributes ->> 'site')::uuid as site, attributes ->> 'note' as note,
      created_at, updated_at
    from app.objects where tenant_id = '${tenant}' and model_id = '${order}' order by id;
  alter table bench_limit.suppliers add primary key (id);
  alter table bench_limit.sites add primary key (id);
  alter table bench_limit.orders add primary key (id),
    alter column created_at set default now(), alter column updated_at set default now();
  set search_path = public, app_private;
  ${['code', 'title', 'status', 'priority', 'amount', 'quantity', 'due', 'done', 'owner', 'supplier', 'site']
    .map((column) => `create index on bench_limit.orders (${column}, id);`)
    .join('\n  ')}
  create index on bench_limit.orders using gin ((code || ' ' || title) gin_trgm_ops);
`
