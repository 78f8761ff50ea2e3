import { describe, expect, it } from 'vitest'
import { newId } from '#base/ids.ts'
import type { Field } from '#contracts/field.ts'
import type { Query } from '#contracts/query.ts'
import { compileWorkspace } from '../models/workspace.ts'
import { compilePermissions } from '../permissions/compile-permissions.ts'
import { prepareQuery } from '../query/prepare-query.ts'
import { compileAggregates } from './compile-groups.ts'
import { compileCount } from './compile-count.ts'
import { compileQuery } from './compile-query.ts'
import { identifier, join, keyLiteral, nameLiteral, sql, toStatement } from './sql.ts'

const [tenantId, itemId, siteId, userId] = [newId(), newId(), newId(), newId()]
const field = (key: string, type: Field['type'], more: Partial<Field> = {}): Field => ({
  key,
  label: key,
  type,
  ...more,
})
const model = (id: string, key: string, fields: Field[]) => ({
  kind: 'model',
  id,
  key,
  created_at: '',
  body: { label: key, schema: { version: 1, fields } },
})
const workspace = compileWorkspace(tenantId, newId(), [
  model(itemId, 'item', [
    field('name', 'text'),
    field('price', 'money'),
    field('site', 'relation', { target: 'site' }),
  ]),
  model(siteId, 'site', [field('name', 'text')]),
  {
    kind: 'role',
    id: newId(),
    key: 'clerk',
    created_at: '',
    body: {
      label: 'Clerk',
      grants: {
        item: { verbs: ['read'], rows: { field: 'created_by', op: 'eq', value: { '=': 'user.id' } } },
        site: { verbs: ['read'], rows: { not: { field: 'name', op: 'empty' } } },
      },
    },
  },
])
const prepare = (query: Query, role = 'member') =>
  prepareQuery(
    query,
    workspace,
    compilePermissions(workspace, role),
    { userId, email: null, cursorKey: 'k' },
    'queries.0',
  )

/** The statement with a line for each part, and the values it binds. */
const shown = (query: Query, role?: string) => {
  const { text, values } = compileQuery(prepare(query, role))
  const names = new Map<unknown, string>([
    [tenantId, '<tenant>'],
    [itemId, '<item>'],
    [siteId, '<site>'],
    [userId, '<user>'],
  ])
  const lines = text
    .replaceAll(/ (from|left join|where|order by|group by|limit) /g, '\n$1 ')
    .replaceAll(/ +/g, ' ')
  return `${lines}\n-- ${JSON.stringify(values.map((value) => names.get(value) ?? value))}`
}

describe('a question as SQL', () => {
  it('a list: sorting and the limit first, JSON for the page only', () => {
    expect(
      shown({
        model: 'item',
        fields: ['name', 'price'],
        where: {
          and: [
            { field: 'price', op: 'gte', value: '1.50' },
            { not: { field: 'name', op: 'contains', value: '5%' } },
          ],
        },
        sort: [{ field: 'name', dir: 'desc' }],
        page: { size: 20 },
      }),
    ).toMatchInlineSnapshot(`
      "select json_build_object('id', "t1"."id", 'name', ("t1".attributes->>'name') collate "C", 'price', (case jsonb_typeof("t1".attributes->'price') when 'number' then ("t1".attributes->'price')::numeric when 'string' then case when "t1".attributes->>'price' ~ '^-?[0-9]+(\\.[0-9]+)?$' and length("t1".attributes->>'price') <= 50 then ("t1".attributes->>'price')::numeric end end)::text) as row, jsonb_build_array(("t1"."k0")::text, ("t1"."k1")::text) as cursor
      from (select "t0"."id", "t0"."token", "t0"."model_id", "t0"."archetype_id", "t0"."revision", "t0"."created_at", "t0"."created_by", "t0"."updated_at", "t0"."updated_by", "t0"."tenant_id", "t0"."parent_id", "t0"."attributes", "t0"."deleted_at", left(("t0".attributes->>'name') collate "C", 200) as "k0", "t0"."id" as "k1"
      from "app"."objects" "t0" 
      where "t0".tenant_id = $1::uuid and "t0".model_id = $2::uuid and "t0".deleted_at is null and ((case jsonb_typeof("t0".attributes->'price') when 'number' then ("t0".attributes->'price')::numeric when 'string' then case when "t0".attributes->>'price' ~ '^-?[0-9]+(\\.[0-9]+)?$' and length("t0".attributes->>'price') <= 50 then ("t0".attributes->>'price')::numeric end end >= $3::numeric) and ((("t0".attributes->>'name') collate "C") collate "und-x-icu" ilike $4::text) is not true)
      order by left(("t0".attributes->>'name') collate "C", 200) desc nulls last, "t0"."id" desc
      limit $5::int) "t1" 
      order by "t1"."k0" desc nulls last, "t1"."k1" desc
      -- ["<tenant>","<item>","1.50","%5\\\\%%",21]"
    `)
  })

  it('a path across a relation, under the row rules of both models', () => {
    expect(
      shown(
        { model: 'item', fields: ['site.name'], where: { field: 'site.name', op: 'eq', value: 'North' } },
        'clerk',
      ),
    ).toMatchInlineSnapshot(`
      "select json_build_object('id', "t3"."id", 'site.name', ("t5".attributes->>'name') collate "C") as row, jsonb_build_array(("t3"."k0")::text) as cursor
      from (select "t0"."id", "t0"."token", "t0"."model_id", "t0"."archetype_id", "t0"."revision", "t0"."created_at", "t0"."created_by", "t0"."updated_at", "t0"."updated_by", "t0"."tenant_id", "t0"."parent_id", "t0"."attributes", "t0"."deleted_at", "t0"."id" as "k0"
      from "app"."objects" "t0"
      left join lateral (select "t1"."id", "t1"."token", "t1"."model_id", "t1"."archetype_id", "t1"."revision", "t1"."created_at", "t1"."created_by", "t1"."updated_at", "t1"."updated_by", "t1"."tenant_id", "t1"."parent_id", "t1"."attributes", "t1"."deleted_at"
      from "app"."objects" "t1" 
      where "t1".tenant_id = $1::uuid and "t1".model_id = $2::uuid and "t1".deleted_at is null and "t1".id = (case when ("t0".attributes->>'site') like '________-____-____-____-____________' and ("t0".attributes->>'site') ~ '^([0-9a-f]+-){4}[0-9a-f]+$' then ("t0".attributes->>'site')::uuid end) and (coalesce(("t1".attributes->>'name') collate "C", '') = '') is not true) "t2" on true
      where "t0".tenant_id = $1::uuid and "t0".model_id = $3::uuid and "t0".deleted_at is null and (("t0"."created_by" = $4::uuid) and (("t2".attributes->>'name') collate "C" = $5::text))
      order by "t0"."id" asc
      limit $6::int) "t3"
      left join lateral (select "t4"."id", "t4"."token", "t4"."model_id", "t4"."archetype_id", "t4"."revision", "t4"."created_at", "t4"."created_by", "t4"."updated_at", "t4"."updated_by", "t4"."tenant_id", "t4"."parent_id", "t4"."attributes", "t4"."deleted_at"
      from "app"."objects" "t4" 
      where "t4".tenant_id = $1::uuid and "t4".model_id = $7::uuid and "t4".deleted_at is null and "t4".id = (case when ("t3".attributes->>'site') like '________-____-____-____-____________' and ("t3".attributes->>'site') ~ '^([0-9a-f]+-){4}[0-9a-f]+$' then ("t3".attributes->>'site')::uuid end) and (coalesce(("t4".attributes->>'name') collate "C", '') = '') is not true
      limit 1) "t5" on true 
      order by "t3"."k0" asc
      -- ["<tenant>","<site>","<item>","<user>","North",51,"<site>"]"
    `)
  })

  it('expanded relations, both ways', () => {
    expect(
      shown({
        model: 'site',
        fields: ['name'],
        expand: { 'item.site': { fields: ['name'], expand: { site: { fields: ['name'] } } } },
      }),
    ).toMatchInlineSnapshot(`
      "select json_build_object('id', "t1"."id", 'name', ("t1".attributes->>'name') collate "C", 'item.site', "t2".row) as row, jsonb_build_array(("t1"."k0")::text) as cursor
      from (select "t0"."id", "t0"."token", "t0"."model_id", "t0"."archetype_id", "t0"."revision", "t0"."created_at", "t0"."created_by", "t0"."updated_at", "t0"."updated_by", "t0"."tenant_id", "t0"."parent_id", "t0"."attributes", "t0"."deleted_at", "t0"."id" as "k0"
      from "app"."objects" "t0" 
      where "t0".tenant_id = $1::uuid and "t0".model_id = $2::uuid and "t0".deleted_at is null and true
      order by "t0"."id" asc
      limit $3::int) "t1" 
      left join lateral (select coalesce(json_agg(json_build_object('id', "t4"."id", 'name', ("t4".attributes->>'name') collate "C", 'site', "t5".row)
      order by "t4"."k0" asc), '[]'::json) as row
      from (select "t3"."id", "t3"."token", "t3"."model_id", "t3"."archetype_id", "t3"."revision", "t3"."created_at", "t3"."created_by", "t3"."updated_at", "t3"."updated_by", "t3"."tenant_id", "t3"."parent_id", "t3"."attributes", "t3"."deleted_at", "t3"."id" as "k0"
      from "app"."objects" "t3" 
      where "t3".tenant_id = $1::uuid and "t3".model_id = $4::uuid and "t3".deleted_at is null and ("t3".attributes->>'site') collate "C" = "t1".id::text and true
      order by "t3"."id" asc
      limit $5::int) "t4" 
      left join lateral (select json_build_object('id', "t7"."id", 'name', ("t7".attributes->>'name') collate "C") as row
      from (select "t6"."id", "t6"."token", "t6"."model_id", "t6"."archetype_id", "t6"."revision", "t6"."created_at", "t6"."created_by", "t6"."updated_at", "t6"."updated_by", "t6"."tenant_id", "t6"."parent_id", "t6"."attributes", "t6"."deleted_at", "t6"."id" as "k0"
      from "app"."objects" "t6" 
      where "t6".tenant_id = $1::uuid and "t6".model_id = $6::uuid and "t6".deleted_at is null and "t6".id = (case when ("t4".attributes->>'site') like '________-____-____-____-____________' and ("t4".attributes->>'site') ~ '^([0-9a-f]+-){4}[0-9a-f]+$' then ("t4".attributes->>'site')::uuid end) and true
      order by "t6"."id" asc
      limit $7::int) "t7" 
      limit 1) "t5" on true) "t2" on true
      order by "t1"."k0" asc
      -- ["<tenant>","<site>",51,"<item>",50,"<site>",1]"
    `)
  })

  it('groups', () => {
    expect(
      shown({
        model: 'item',
        group: ['name'],
        aggregate: [
          { fn: 'sum', field: 'price', as: 'total' },
          { fn: 'count', as: 'n' },
        ],
      }),
    ).toMatchInlineSnapshot(`
      "select jsonb_build_object('name', "t0"."g0", 'total', (trim_scale("t0"."a0"))::text, 'n', "t0"."a1") as row, jsonb_build_array(("t0"."g0")::text collate "C") as cursor
      from (select ("t1".attributes->>'name') collate "C" as "g0", sum(case jsonb_typeof("t1".attributes->'price') when 'number' then ("t1".attributes->'price')::numeric when 'string' then case when "t1".attributes->>'price' ~ '^-?[0-9]+(\\.[0-9]+)?$' and length("t1".attributes->>'price') <= 50 then ("t1".attributes->>'price')::numeric end end) as "a0", count(*)::numeric as "a1"
      from "app"."objects" "t1" 
      where "t1".tenant_id = $1::uuid and "t1".model_id = $2::uuid and "t1".deleted_at is null and true
      group by "g0") "t0"
      order by "t0"."g0" asc nulls last
      limit $3::int
      -- ["<tenant>","<item>",51]"
    `)
  })

  it('totals and counts are statements of their own', () => {
    const query = prepare({ model: 'item', aggregate: [{ fn: 'avg', field: 'price', as: 'mean' }] })
    expect(compileAggregates(query)?.text).toContain('round(avg(')
    expect(compileAggregates(prepare({ model: 'item' }))).toBeNull()
    expect(compileCount(query, 'exact').text).not.toContain('limit')
    expect(compileCount(query, 'estimate').values).toContain(10_000)
  })

  it('EX-07, EX-08: a value is bound wherever it stands, and never part of the text', () => {
    const evil = `x' or 1=1; drop table app.objects; --`
    const { text, values } = compileQuery(
      prepare({
        model: 'item',
        search: evil.slice(0, 10),
        where: {
          or: [
            { field: 'name', op: 'eq', value: evil },
            { field: 'name', op: 'in', value: [evil] },
          ],
        },
        expand: { site: { where: { field: 'name', op: 'starts', value: evil } } },
      }),
    )
    expect(text).not.toMatch(/drop|1=1/)
    expect(JSON.stringify(values)).toContain('drop table')
  })

  it('compares a text column for equality as its index does', () => {
    const query: Query = { model: 'item', fields: ['name'], where: { field: 'token', op: 'eq', value: 'a' } }
    expect(compileQuery(prepare(query)).text).toContain('"token" = $')
  })

  it('equal questions are equal statements, so that they are prepared once', () => {
    const ask = (value: string) =>
      compileQuery(prepare({ model: 'item', where: { field: 'name', op: 'eq', value } })).text
    expect(ask('a')).toBe(ask('b'))
  })
})

describe('pieces of SQL', () => {
  it('bind what is interpolated and number it', () => {
    const five = sql`${5}::int`
    expect(toStatement(sql`a < ${five} and ${identifier('t', 'b')} = ${'x'} or c = ${five}`)).toEqual({
      text: 'a < $1::int and "t"."b" = $2 or c = $1::int',
      values: [5, 'x'],
    })
    expect(toStatement(join([sql`1`, sql`2`], ', ')).text).toBe('1, 2')
  })

  it('refuse names that are not ours', () => {
    for (const name of ['a"b', 'a b', 'A', '', "a'", 'a;b']) {
      expect(() => identifier(name)).toThrow()
      expect(() => keyLiteral(name)).toThrow()
      expect(() => nameLiteral(name)).toThrow()
    }
  })
})
