import type { FieldPermission } from '#contracts/permission.ts'
import type { ModelWrite } from '#contracts/model.ts'
import type { RoleWrite } from '#contracts/role.ts'

/** The demo roles of a prefix (P-02). They may what a member may. */
export const seedRoles = (prefix: string): RoleWrite[] => [
  { key: `${prefix}finance`, label: 'Finance', description: 'Sees what things cost.', manage: [] },
  { key: `${prefix}field_tech`, label: 'Field technician', description: 'Works on site.', manage: [] },
]

/** The demo model of a prefix. */
export const seedModel = (prefix: string): ModelWrite => ({
  key: `${prefix}equipment`,
  label: 'Demo equipment',
  construct_type: 'item',
  description: 'Made by the development helper; removed by it again.',
  icon: 'truck',
  schema: {
    version: 1,
    title_field: 'name',
    fields: [
      { key: 'name', label: 'Name', type: 'text', required: true },
      {
        key: 'kind',
        label: 'Kind',
        type: 'select',
        options: ['Crane', 'Mixer', 'Pump', 'Scaffold', 'Generator'],
      },
      { key: 'serial', label: 'Serial number', type: 'text', unique: true },
      { key: 'cost', label: 'Cost', type: 'money', currency: 'EUR', scale: 2 },
      { key: 'internal_notes', label: 'Internal notes', type: 'long_text' },
    ],
  },
})

/** Who reads and writes the demo model's fields (P-04). */
export function seedPermissions(prefix: string, modelId: string): FieldPermission[] {
  const rule = (field_key: string, read_roles: string[], write_roles: string[]): FieldPermission => ({
    model_id: modelId,
    field_key,
    read_roles,
    write_roles,
  })
  const [finance, tech] = [`${prefix}finance`, `${prefix}field_tech`]
  return [
    rule('internal_notes', ['owner', 'admin'], ['owner']),
    rule('cost', ['owner', 'admin', finance], ['owner', 'admin', finance]),
    rule('serial', ['owner', 'admin', 'member', finance, tech], ['owner', 'admin', tech]),
  ]
}

/** The demo records, as an owner writes them. */
export const seedRecords: Record<string, string>[] = [
  {
    name: 'Tower crane 1',
    kind: 'Crane',
    serial: 'TC-4711',
    cost: '184000.00',
    internal_notes: 'Lease ends in autumn; the dealer offers to buy it back.',
  },
  {
    name: 'Concrete mixer',
    kind: 'Mixer',
    serial: 'MX-0208',
    cost: '3250.50',
    internal_notes: 'Drum worn, replace before winter.',
  },
  {
    name: 'Dewatering pump',
    kind: 'Pump',
    serial: 'PU-1190',
    cost: '1890.00',
    internal_notes: 'Borrowed to the neighbouring site.',
  },
  {
    name: 'Facade scaffold, 400 m²',
    kind: 'Scaffold',
    serial: 'SC-0033',
    cost: '27600.00',
    internal_notes: 'Two frames missing since March.',
  },
  {
    name: 'Generator 60 kVA',
    kind: 'Generator',
    serial: 'GE-0601',
    cost: '15400.00',
    internal_notes: 'Service contract under negotiation.',
  },
]
