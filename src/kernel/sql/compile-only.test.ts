import { expect, it } from 'vitest'
import { newId } from '#base/ids.ts'
import type { Query } from '#contracts/query.ts'
import { compileWorkspace, type WorkspaceDocument } from '../models/workspace.ts'
import { compilePermissions } from '../permissions/compile-permissions.ts'
import { prepareQuery } from '../query/prepare-query.ts'
import { asOnlyRow } from './as-one-row.ts'
import { compileOnly } from './compile-only.ts'
import { compileQuery } from './compile-query.ts'

const [tenantId, itemId, siteId] = [newId(), newId(), newId()]
const document = (kind: string, id: string, key: string, body: object): WorkspaceDocument => ({
  kind,
  id,
  key,
  created_at: '',
  body: { label: key, ...body },
})
const workspace = compileWorkspace(tenantId, newId(), [
  document('model', itemId, 'item', {
    schema: {
      version: 1,
      fields: [
        { key: 'name', label: 'Name', type: 'text' },
        { key: 'site', label: 'Site', type: 'relation', target: 'site' },
      ],
    },
  }),
  document('model', siteId, 'site', {
    schema: { version: 1, fields: [{ key: 'name', label: 'Name', type: 'text' }] },
  }),
  document('role', newId(), 'clerk', {
    grants: {
      item: { verbs: ['read'], rows: { field: 'created_by', op: 'eq', value: { '=': 'user.id' } } },
      site: { verbs: ['read'], rows: { field: 'created_by', op: 'eq', value: { '=': 'user.id' } } },
    },
  }),
])
const accesses = {
  owner: compilePermissions(workspace, 'owner'),
  clerk: compilePermissions(workspace, 'clerk'),
}
const prepare = (query: Query, role: keyof typeof accesses, userId: string) =>
  prepareQuery(query, workspace, accesses[role], { userId, email: null, cursorKey: 'k' }, 'queries.0')

it('binds what each question names, whoever asked before', () => {
  const rights = ['owner', 'clerk'] as const
  const more: Partial<Query>[] = [
    {},
    { page: { size: 1 } },
    { page: { size: 7 } },
    { fields: ['name'] },
    { fields: ['site.name'] },
    { expand: { site: {} } },
    { sort: [{ field: 'name', dir: 'asc' }] },
    { sort: [{ field: 'id', dir: 'desc' }] },
  ]
  const ids = [newId(), newId(), tenantId, itemId]
  for (let round = 0; round < 2; round++)
    for (const role of rights)
      for (const part of more)
        for (const id of ids) {
          const query: Query = { model: 'item', where: { field: 'id', op: 'eq', value: id }, ...part }
          const prepared = prepare(query, role, newId())
          expect(compileOnly(prepared)).toEqual(asOnlyRow(compileQuery(prepared)))
        }
})

it('writes the text once for all who have the same rights', () => {
  const text = () =>
    compileOnly(
      prepare({ model: 'item', where: { field: 'id', op: 'eq', value: newId() } }, 'owner', newId()),
    ).text
  expect(text()).toBe(text())
})
