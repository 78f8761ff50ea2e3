import type { Route } from '#contracts/route.ts'
import type { Role } from '#contracts/role.ts'
import type { Share } from '#contracts/share.ts'
import type { StandardModelUpdate } from '#contracts/standard-model.ts'
import type { StarterModel, Trade } from '#contracts/api/quick-setup.ts'

const role = (key: string, label: string, built_in: boolean, more: Partial<Role> = {}): Role => ({
  id: `sample-role-${key}`,
  key,
  label,
  description: null,
  manage: [],
  built_in,
  ...more,
})

export const sampleRoles: Role[] = [
  role('owner', 'Owner', true),
  role('admin', 'Admin', true),
  role('member', 'Member', true),
  role('customer', 'Customer', true, {
    grants: {
      materials: {
        verbs: ['read'],
        rows: { field: 'in_stock', op: 'eq', value: true },
        fields: { read: ['name', 'unit'], write: [] },
      },
    },
  }),
  role('site_manager', 'Site manager', false, {
    description: 'Keeps the diary and sees no prices',
    grants: {
      materials: { verbs: ['read'], rows: { field: 'in_stock', op: 'eq', value: true } },
      work_packages: { verbs: ['read', 'create', 'update'] },
      '*': { verbs: ['read'] },
    },
  }),
]

const route = (path: string, title: string, icon: string, order: number): Route => ({
  id: `sample:${path}`,
  origin: 'stock',
  path,
  layout: 'sample',
  title,
  icon,
  order,
  parent: null,
  nav: true,
  access: {},
  params: {},
})

export const sampleRoutes: Route[] = [
  route('/suppliers', 'Suppliers', 'truck', 1),
  route('/materials', 'Materials', 'package', 2),
  route('/settings', 'Settings', 'settings', 3),
]

const starter = (
  key: string,
  label: string,
  singular: string,
  description: string,
  icon: string,
  fields: string[],
): StarterModel => ({
  key,
  label,
  singular,
  description,
  icon,
  schema: {
    version: 1,
    fields: fields.map((name) => ({
      key: name.toLowerCase().replaceAll(' ', '_'),
      label: name,
      type: 'text' as const,
    })),
  },
})

const trade = (key: string, label: string, description: string, icon: string, suggests: string[]): Trade => ({
  key,
  label,
  description,
  icon,
  suggests,
  options: {},
})

export const sampleOffer: { trades: Trade[]; manage: StarterModel[] } = {
  trades: [
    trade('carpentry', 'Carpentry', 'Roofs, frames and timber houses', 'hammer', [
      'price_book',
      'projects',
      'suppliers',
    ]),
    trade('masonry', 'Masonry', 'Walls, slabs and structures', 'wall', [
      'price_book',
      'projects',
      'equipment',
    ]),
    trade('electrical', 'Electrical', 'Wiring, boards and control', 'bolt', [
      'price_book',
      'projects',
      'snags',
    ]),
    trade('estimating', 'Estimating office', 'Quantities, prices and offers for others', 'calculator', [
      'price_book',
      'projects',
    ]),
  ],
  manage: [
    starter('price_book', 'Price book', 'item', 'What things cost, with unit and date', 'coins', [
      'Code',
      'Name',
      'Unit',
      'Price',
    ]),
    starter('suppliers', 'Suppliers', 'supplier', 'Who you buy from', 'truck', [
      'Name',
      'City',
      'Telephone',
      'Discount',
    ]),
    starter('projects', 'Projects', 'project', 'Sites, dates and who is in charge', 'building', [
      'Name',
      'Client',
      'Start',
      'Manager',
    ]),
    starter('equipment', 'Equipment', 'machine', 'Machines and where they are', 'drill', [
      'Name',
      'Number',
      'Site',
      'Next check',
    ]),
    starter('snags', 'Snag list', 'snag', 'Defects with photo, place and date', 'flag', [
      'Title',
      'Place',
      'Photo',
      'Due',
    ]),
  ],
}

/** What a newer version of the product has for models taken in earlier. */
export const sampleUpdates: StandardModelUpdate[] = [
  {
    key: 'estimate_lines',
    label: 'Estimate lines',
    added: [{ key: 'tax_category', label: 'VAT category' }],
    changed: [],
    customers: { added: [{ key: 'customer_text', label: 'Text for the customer' }], taken: [], rows: true },
    models: ['Estimate variables'],
    clashes: [],
  },
]

export const sampleShares: Share[] = [
  {
    id: 'sample-share',
    fields: ['name', 'unit'],
    shown: [
      { key: 'name', label: 'Name', ours: false },
      { key: 'unit', label: 'Unit', ours: false },
    ],
    status: 'open',
    locked: true,
    expires_at: '2099-01-01T00:00:00Z',
    created_at: '2026-01-01T00:00:00Z',
    created_by: 'Anna Brandt',
    views: 12,
    viewed_at: '2026-02-01T09:30:00Z',
  },
]
