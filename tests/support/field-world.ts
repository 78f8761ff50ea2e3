import { newId } from '#base/ids.ts'
import { installDefinitions, placePerson } from './install-definitions.ts'
import { api, makeWorkspace, signUp, type Api, type Person, type TestTenant } from './people.ts'
import type { TestServer } from './start-test-server.ts'

/** The workspace of the permission tests (P-04): internal notes, cost and serial with the specification's seeded rules. */
export interface FieldWorld {
  tenant: TestTenant
  owner: Person & { api: Api }
  /** Ids of the models. */
  ids: { m: string; part: string }
}

const rules = {
  internal_notes: { read_roles: ['owner', 'admin'], write_roles: ['owner'] },
  cost: { read_roles: ['owner', 'admin', 'seed_finance'], write_roles: ['owner', 'seed_finance'] },
  serial: {
    read_roles: ['owner', 'admin', 'member', 'seed_finance', 'seed_field_tech'],
    write_roles: ['owner', 'admin', 'seed_field_tech'],
  },
  hidden_part: { read_roles: ['owner'], write_roles: ['owner'] },
}

/** Makes the workspace with model `m`, a model `part` that records of `m` point to, and the two demo roles. */
export async function makeFieldWorld(server: TestServer, person?: Person): Promise<FieldWorld> {
  const owner = person ?? (await signUp(server))
  const tenant = await makeWorkspace(owner, 'Fields')
  const ids = { m: newId(), part: newId() }
  await installDefinitions(server, tenant.id, owner.userId, [
    {
      kind: 'model',
      id: ids.part,
      key: 'part',
      body: {
        label: 'Parts',
        schema: {
          version: 1,
          fields: [
            { key: 'name', label: 'Name', type: 'text' },
            { key: 'secret', label: 'Secret', type: 'text' },
          ],
        },
      },
    },
    {
      kind: 'model',
      id: ids.m,
      key: 'm',
      body: {
        label: 'M',
        schema: {
          version: 1,
          fields: [
            { key: 'name', label: 'Name', type: 'text', required: true },
            { key: 'qty', label: 'Quantity', type: 'integer' },
            { key: 'internal_notes', label: 'Internal notes', type: 'long_text' },
            { key: 'cost', label: 'Cost', type: 'money', scale: 2 },
            { key: 'serial', label: 'Serial', type: 'text' },
            { key: 'part', label: 'Part', type: 'relation', target: 'part' },
            { key: 'hidden_part', label: 'Hidden part', type: 'relation', target: 'part' },
          ],
        },
      },
    },
    { kind: 'field_permissions', key: ids.m, body: { fields: rules } },
    {
      kind: 'field_permissions',
      key: ids.part,
      body: { fields: { secret: { read_roles: ['owner'], write_roles: ['owner'] } } },
    },
    { kind: 'role', key: 'seed_finance', body: { label: 'Finance' } },
    { kind: 'role', key: 'seed_field_tech', body: { label: 'Field tech' } },
  ])
  return { tenant, owner: { ...owner, api: api(owner, tenant.id) }, ids }
}

/** Brings people into the world, one for each role. */
export const peopleOf = (
  server: TestServer,
  { tenant }: FieldWorld,
  role: string,
): Promise<Person & { api: Api }> => placePerson(server, tenant.id, role)
