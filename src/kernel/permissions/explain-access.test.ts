import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import { manageAreas, verbs, type Verb } from '#contracts/role.ts'
import { compileWorkspace, type Workspace } from '../models/workspace.ts'
import { compilePermissions } from './compile-permissions.ts'
import { explainAccess } from './explain-access.ts'
import { limitAccess } from './limit-access.ts'

const modelId = newId()
const document = (kind: string, key: string, body: unknown, id = newId()) => ({
  kind,
  id,
  key,
  body,
  created_at: '',
})
const fields = ['name', 'cost', 'serial'].map((key) => ({ key, label: key, type: 'text' }))
const roleKeys = ['owner', 'admin', 'member', 'customer', 'one', 'two', 'gone']

const verbList = fc.subarray([...verbs])
const grant = fc.record({
  verbs: verbList,
  rows: fc.constantFrom(null, { field: 'name', op: 'eq', value: 'a' }),
})
const role = fc.record(
  {
    label: fc.constant('Role'),
    grants: fc.dictionary(fc.constantFrom('thing', '*'), grant),
    manage: fc.subarray([...manageAreas]),
  },
  { requiredKeys: ['label'] },
)
const list = fc.subarray(roleKeys)
const rule = fc.record({ read_roles: list, write_roles: list })
const world: fc.Arbitrary<Workspace> = fc
  .record({
    one: role,
    two: role,
    rules: fc.dictionary(fc.constantFrom('cost', 'serial', '*', 'gone'), rule),
    strict: fc.boolean(),
  })
  .map(({ one, two, rules, strict }) =>
    compileWorkspace(newId(), newId(), [
      document('model', 'thing', { label: 'Things', schema: { version: 1, fields, strict } }, modelId),
      document('field_permissions', modelId, { fields: rules }),
      document('role', 'one', one),
      document('role', 'two', two),
    ]),
  )

describe('explaining access', () => {
  it('says what the compiled rights say, for every role and model, and names the rule', () => {
    fc.assert(
      fc.property(world, fc.constantFrom(...roleKeys), (workspace, key) => {
        const access = compilePermissions(workspace, key)
        for (const model of workspace.models.values()) {
          const told = explainAccess(workspace, key, model)
          for (const { verb, allowed } of told.verbs)
            expect([verb, allowed]).toEqual([verb, access.can(model, verb)])
          expect(told.rows.where).toEqual(access.rowRule(model))
          const readable = told.fields.filter(({ read }) => read.allowed)
          expect(readable.map((field) => field.key)).toEqual([...access.readable(model).keys()])
          const writes = access.can(model, 'create') || access.can(model, 'update')
          for (const { key: field, write } of told.fields) {
            const info = must(model.fields.get(field))
            if (info.system && !model.system) expect(write.allowed).toBe(false)
            else expect([field, write.allowed]).toEqual([field, writes && access.mayWrite(model, field)])
          }
          if (!model.system && !model.strict)
            expect(told.free_keys.read.allowed).toBe(access.mayReadFreeKeys(model))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('names the list that decided, and where the right to a model comes from', () => {
    const workspace = compileWorkspace(newId(), newId(), [
      document('model', 'thing', { label: 'Things', schema: { version: 1, fields } }, modelId),
      document('field_permissions', modelId, {
        fields: { cost: { read_roles: ['owner'], write_roles: [] } },
      }),
      document('role', 'one', { label: 'One', grants: { '*': { verbs: ['read'] } } }),
    ])
    const told = explainAccess(workspace, 'one', must(workspace.models.get('thing')))
    const verb = (wanted: Verb) => told.verbs.find((one) => one.verb === wanted)
    expect(verb('read')).toEqual({ verb: 'read', allowed: true, rule: 'grant_rest' })
    expect(verb('update')).toEqual({ verb: 'update', allowed: false, rule: 'grant_rest' })
    expect(told.fields.find(({ key }) => key === 'cost')).toMatchObject({
      read: { allowed: false, rule: 'not_listed', roles: ['owner'] },
      write: { allowed: false, rule: 'no_verb' },
    })
    expect(told.fields.find(({ key }) => key === 'name')?.read).toEqual({ allowed: true, rule: 'no_rule' })
  })
})

describe('looking as somebody else', () => {
  it('never shows more than either of the two may see', () => {
    fc.assert(
      fc.property(
        world,
        fc.constantFrom(...roleKeys),
        fc.constantFrom(...roleKeys),
        (workspace, wanted, looker) => {
          const [theirs, mine] = [
            compilePermissions(workspace, wanted),
            compilePermissions(workspace, looker),
          ]
          const access = limitAccess(theirs, mine)
          for (const model of workspace.models.values()) {
            for (const key of access.readable(model).keys())
              expect([theirs.readable(model).has(key), mine.readable(model).has(key)]).toEqual([true, true])
            for (const verb of ['read', 'export'] as const)
              if (access.can(model, verb))
                expect([theirs.can(model, verb), mine.can(model, verb)]).toEqual([true, true])
            if (!model.system && mine.rowRule(model) !== null) expect(access.can(model, 'read')).toBe(false)
            for (const key of ['cost', 'gone', 'free'])
              if (access.mayRead(model, key))
                expect(theirs.mayRead(model, key) && mine.mayRead(model, key)).toBe(true)
          }
          for (const area of manageAreas)
            expect(access.manages(area)).toBe(theirs.manages(area) && mine.manages(area))
        },
      ),
      { numRuns: 300 },
    )
  })
})
