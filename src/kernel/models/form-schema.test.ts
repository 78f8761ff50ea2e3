import { describe, expect, it } from 'vitest'
import { must } from '#base/assert.ts'
import { newId } from '#base/ids.ts'
import type { Field } from '#contracts/field.ts'
import { fieldTypeNames } from '#contracts/field-types.ts'
import { compilePermissions } from '../permissions/compile-permissions.ts'
import { checkFields } from './check-fields.ts'
import { describeModel, visibleArchetype, visibleModel } from './describe-model.ts'
import { formSchema } from './form-schema.ts'
import { compileWorkspace } from './workspace.ts'

const [modelId, archetypeId] = [newId(), newId()]
const fields: Field[] = [
  { key: 'name', label: 'Name', type: 'text', required: true, max_length: 80, pattern: '^[A-Z]' },
  { key: 'cost', label: 'Cost', type: 'money', scale: 2, currency: 'EUR' },
  { key: 'serial', label: 'Serial', type: 'text', required: true },
  {
    key: 'kind',
    label: 'Kind',
    type: 'select',
    options: ['a', { value: 'b', label: 'B', color: 'red' }],
    default: 'a',
  },
  { key: 'site', label: 'Site', type: 'relation', target: 'site', many: true },
]
const workspace = compileWorkspace(newId(), newId(), [
  {
    kind: 'model',
    id: modelId,
    key: 'item',
    created_at: '',
    body: { label: 'Item', schema: { version: 1, fields, title_field: 'cost' } },
  },
  {
    kind: 'archetype',
    id: archetypeId,
    key: archetypeId,
    created_at: '',
    body: {
      name: 'Wall',
      schema: {
        version: 1,
        assemblies: [
          {
            key: 'a',
            label: 'A',
            attributes: [
              { key: 'depth', label: 'Depth', type: 'integer', min: 1 },
              { key: 'cost', label: 'C', type: 'text' },
            ],
          },
        ],
      },
    },
  },
  {
    kind: 'field_permissions',
    id: newId(),
    key: modelId,
    created_at: '',
    body: {
      fields: {
        cost: { read_roles: ['owner'], write_roles: ['owner'] },
        serial: { read_roles: ['owner', 'member'], write_roles: ['owner'] },
      },
    },
  },
])
const model = must(workspace.models.get('item'))
const as = (role: string) => compilePermissions(workspace, role)

describe('the form of a model', () => {
  it('holds titles, limits, choices and what is required', () => {
    expect(formSchema(model, null, as('owner'))).toMatchInlineSnapshot(`
      {
        "conditions": {},
        "schema": {
          "$schema": "http://json-schema.org/draft-07/schema#",
          "properties": {
            "cost": {
              "pattern": "^-?[0-9]{1,30}(\\.[0-9]{1,2})?$",
              "title": "Cost",
              "type": "string",
            },
            "kind": {
              "default": "a",
              "oneOf": [
                {
                  "const": "a",
                  "title": "a",
                },
                {
                  "const": "b",
                  "title": "B",
                },
              ],
              "title": "Kind",
              "type": "string",
            },
            "name": {
              "maxLength": 80,
              "minLength": 1,
              "pattern": "^[A-Z]",
              "title": "Name",
              "type": "string",
            },
            "serial": {
              "maxLength": 10000,
              "minLength": 1,
              "title": "Serial",
              "type": "string",
            },
            "site": {
              "items": {
                "format": "uuid",
                "type": "string",
              },
              "maxItems": 1000,
              "title": "Site",
              "type": "array",
              "uniqueItems": true,
            },
          },
          "required": [
            "name",
            "serial",
          ],
          "title": "Item",
          "type": "object",
        },
        "uiSchema": {
          "cost": {
            "ui:options": {
              "currency": "EUR",
              "scale": 2,
              "type": "money",
            },
            "ui:widget": "money",
          },
          "kind": {
            "ui:options": {
              "options": [
                {
                  "label": "a",
                  "value": "a",
                },
                {
                  "color": "red",
                  "label": "B",
                  "value": "b",
                },
              ],
              "type": "select",
            },
            "ui:widget": "select",
          },
          "name": {
            "ui:options": {
              "max_length": 80,
              "required": true,
              "type": "text",
            },
            "ui:widget": "text",
          },
          "serial": {
            "ui:options": {
              "required": true,
              "type": "text",
            },
            "ui:widget": "text",
          },
          "site": {
            "ui:options": {
              "many": true,
              "target": "site",
              "type": "relation",
            },
            "ui:widget": "relation",
          },
          "ui:order": [
            "name",
            "cost",
            "serial",
            "kind",
            "site",
            "*",
          ],
        },
      }
    `)
  })

  it('leaves out what the reader may not read and locks what they may not write', () => {
    const { schema, uiSchema } = formSchema(model, must(workspace.archetypes.get(archetypeId)), as('member'))
    expect(JSON.stringify([schema, uiSchema])).not.toMatch(/cost/i)
    expect(schema.required).toEqual(['name'])
    expect(schema.properties).toMatchObject({ serial: { readOnly: true }, depth: { type: 'integer' } })
    expect(uiSchema.serial).toMatchObject({ 'ui:readonly': true })
    expect(formSchema(model, null, as('customer')).schema.properties).toEqual({})
  })

  it('knows every type', () => {
    const all = fieldTypeNames.map((type): Field => ({
      key: `a_${type}`,
      label: type,
      type,
      pattern: '(?P<x>a)',
    }))
    const every = compileWorkspace(newId(), newId(), [
      {
        kind: 'model',
        id: modelId,
        key: 'every',
        created_at: '',
        body: { label: 'Every', schema: { version: 1, fields: all } },
      },
    ])
    const { schema } = formSchema(must(every.models.get('every')), null, compilePermissions(every, 'owner'))
    expect(Object.keys(schema.properties as object)).toHaveLength(fieldTypeNames.length)
    // A pattern the browser cannot read stays with the server.
    expect(JSON.stringify(schema)).not.toContain('?P<x>')
  })

  it('of a model of the system takes what a person may write', () => {
    const { schema } = formSchema(must(workspace.models.get('sys_invite')), null, as('owner'))
    expect(Object.keys(schema.properties as object)).toEqual(['email', 'role', 'record_id'])
  })
})

describe('the description of a model', () => {
  it('[P-05] holds what the reader may read', () => {
    const seen = describeModel(model, as('member'))
    expect(seen.fields.filter(({ system }) => !system).map(({ key, read_only }) => [key, read_only])).toEqual(
      [
        ['name', false],
        ['serial', true],
        ['kind', false],
        ['site', false],
      ],
    )
    expect(seen.title_field).toBeNull()
    expect(seen.can).toEqual({ create: true, update: true, delete: false, export: true })
    expect(describeModel(model, as('owner')).title_field).toBe('cost')
  })

  it('[P-05] a definition is whole only for who manages it', () => {
    expect(visibleModel(model, as('admin'))).toEqual(model.source)
    expect(JSON.stringify(visibleModel(model, as('member')))).not.toContain('cost')
    expect(visibleModel(model, as('customer'))).toBeNull()
    const archetype = must(workspace.archetypes.get(archetypeId))
    expect(JSON.stringify(visibleArchetype(workspace, archetype, as('member')))).not.toContain('cost')
    expect(visibleArchetype(workspace, archetype, as('admin'))).toBe(archetype)
  })
})

describe('the fields of a definition', () => {
  const check = (field: Partial<Field>) =>
    checkFields([{ key: 'a', label: 'A', type: 'text', ...field }], {
      hasModel: (key) => key === 'site',
    }).map(({ path, code }) => `${path} ${code}`)
  it.each<[Partial<Field>, string[]]>([
    [{}, []],
    [{ type: 'relation', target: 'site' }, []],
    [{ type: 'relation' }, ['schema.fields.0.target required']],
    [{ type: 'relation', target: 'nothing' }, ['schema.fields.0.target unknown_model']],
    [{ type: 'select', options: ['a', 'a'] }, ['schema.fields.0.options duplicate']],
    [{ type: 'json', unique: true }, ['schema.fields.0.unique unique']],
    [{ pattern: '(' }, ['schema.fields.0.pattern pattern']],
    [{ pattern: '(?=a)' }, ['schema.fields.0.pattern pattern']],
    [{ type: 'number', min: 5, max: 4 }, ['schema.fields.0.max range']],
    [{ type: 'number', default: 'x' }, ['schema.fields.0.default type']],
  ])('are checked beyond their shape: %j', (field, expected) => {
    expect(check(field)).toEqual(expected)
  })
})
