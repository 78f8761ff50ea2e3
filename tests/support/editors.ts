import { newId } from '#base/ids.ts'
import { installDefinitions, placePerson } from './install-definitions.ts'
import { api, makeWorkspace, signUp, type Api, type Person, type TestTenant } from './people.ts'
import type { TestServer } from './start-test-server.ts'

/** A workspace in which people change notes: an owner, a member who may not read `cost`, one who sees only their own. */
export interface EditorWorld {
  tenant: TestTenant
  owner: Person
  member: Person
  limited: Person
  ownerCalls: Api
  memberCalls: Api
  limitedCalls: Api
  modelId: string
}

export async function makeEditorWorld(server: TestServer): Promise<EditorWorld> {
  const owner = await signUp(server)
  const tenant = await makeWorkspace(owner, 'Editors')
  const modelId = newId()
  const fields = [
    { key: 'title', label: 'Title', type: 'text' },
    { key: 'status', label: 'Status', type: 'text' },
    { key: 'place', label: 'Place', type: 'text' },
    { key: 'cost', label: 'Cost', type: 'money', scale: 2 },
    { key: 'log', label: 'Log', type: 'long_text' },
    { key: 'code', label: 'Code', type: 'text', unique: true },
    { key: 'responsible', label: 'Responsible', type: 'user' },
  ]
  await installDefinitions(server, tenant.id, owner.userId, [
    { kind: 'model', id: modelId, key: 'note', body: { label: 'Notes', schema: { version: 1, fields } } },
    {
      kind: 'model',
      id: newId(),
      key: 'secret',
      body: {
        label: 'Secrets',
        schema: { version: 1, fields: [{ key: 'title', label: 'Title', type: 'text' }] },
      },
    },
    {
      kind: 'model',
      id: newId(),
      key: 'line',
      body: {
        label: 'Lines',
        schema: {
          version: 1,
          fields: [
            { key: 'quantity', label: 'Quantity', type: 'integer' },
            { key: 'twice', label: 'Twice', type: 'formula', formula: 'quantity * 2' },
            { key: 'whole', label: 'Whole', type: 'relation', target: 'line' },
            { key: 'of_whole', label: 'Of the whole', type: 'lookup', lookup: 'whole.quantity' },
          ],
        },
      },
    },
    {
      kind: 'field_permissions',
      key: modelId,
      body: { fields: { cost: { read_roles: ['owner'], write_roles: ['owner'] } } },
    },
    {
      kind: 'role',
      key: 'writer',
      body: {
        label: 'Writer',
        grants: { note: { verbs: ['read', 'create', 'update', 'delete', 'export'] } },
        manage: [],
      },
    },
    {
      kind: 'role',
      key: 'own_notes',
      body: {
        label: 'Own notes',
        grants: {
          note: {
            verbs: ['read', 'create', 'update', 'delete'],
            rows: { field: 'responsible', op: 'eq', value: { '=': 'user.id' } },
          },
        },
        manage: [],
      },
    },
  ])
  const member = await placePerson(server, tenant.id, 'writer')
  const limited = await placePerson(server, tenant.id, 'own_notes')
  return {
    tenant,
    owner,
    member,
    limited,
    ownerCalls: api(owner, tenant.id),
    memberCalls: member.api,
    limitedCalls: limited.api,
    modelId,
  }
}
